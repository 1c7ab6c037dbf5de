/** How large the answer to an introspection is: such fields have no complexity of their own, and go in circles. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'

type AnyField = GraphQLField<unknown, unknown>

const roots: ReadonlyMap<string, AnyField> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field as AnyField]),
)

/**
 * Whether what a valid document introspects has more than `most` fields, in all its operations together. Takes as many
 * steps as there are fields, and stops at `most`.
 */
export function introspectsMoreThan(
  most: number,
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  let count = 0

  function* fieldsOf({ selections }: SelectionSetNode): Generator<FieldNode> {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) yield node
      else if (node.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(node.selectionSet)
      else yield* fieldsOf((fragments.get(node.name.value) as FragmentDefinitionNode).selectionSet)
    }
  }

  function follow(field: AnyField, node: FieldNode, source: unknown): void {
    count += 1
    const type = getNamedType(field.type)
    if (count > most || !node.selectionSet || !isObjectType(type)) return
    const args = getArgumentValues(field, node, variables)
    const value = field.resolve?.(source, args, undefined, { schema } as GraphQLResolveInfo)
    for (const item of Array.isArray(value) ? value : value == null ? [] : [value]) visit(node.selectionSet, type, item)
  }

  function visit(set: SelectionSetNode, type: GraphQLObjectType, source: unknown): void {
    for (const node of fieldsOf(set)) {
      if (count > most) return
      const field = type.getFields()[node.name.value]
      if (field) follow(field, node, source)
      else count += 1
    }
  }

  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue
    for (const field of fieldsOf(node.selectionSet)) {
      const root = roots.get(field.name.value)
      if (root) follow(root, field, undefined)
    }
  }
  return count > most
}
