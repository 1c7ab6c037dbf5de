/** Social accounts: a project's connections to platform accounts. */
import { tenantWhere } from '../../context.ts'
import { builder, fullOnly, SocialPlatform } from '../../graphql/builder.ts'
import { isId } from '../../lib/ids.ts'
import type { PlatformInput } from '../../platforms/fields.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { platforms } from '../../platforms/registry.ts'
import { createAuthorizationUrl } from './create-authorization-url.ts'
import { deleteAccount } from './delete-account.ts'
import { findAccount } from './find-account.ts'
import { type PlatformInputs, readPlatformInputs } from './platform-inputs.ts'

const SocialAccountStatus = builder.enumType('SocialAccountStatus', {
  values: ['CONNECTED', 'DISCONNECTED', 'DELETED'] as const,
  description: 'DELETED accounts are seen only from posts that were published through them.',
})

builder.prismaObject('SocialAccount', {
  description: 'The connection of a project to one account on a platform.',
  fields: (t) => ({
    id: t.exposeID('id'),
    externalAccountId: t.exposeString('externalAccountId', { description: "The platform's id of the account." }),
    platform: t.field({ type: SocialPlatform, resolve: (account) => account.platform as PlatformName }),
    username: t.exposeString('username'),
    imageUrl: t.string({
      description: "The account's picture, or our placeholder where the platform gives none.",
      resolve: (account, _args, ctx) => account.imageUrl ?? `${ctx.publicUrl}/assets/account.svg`,
    }),
    status: t.field({
      type: SocialAccountStatus,
      resolve: (account) => account.status as 'CONNECTED' | 'DISCONNECTED' | 'DELETED',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...fullOnly }),
    project: t.relation('project', { ...fullOnly }),
  }),
})

builder.queryField('socialAccounts', (t) =>
  t.prismaField({
    type: ['SocialAccount'],
    description: 'The accounts that can be used for publishing now, newest first.',
    args: { projectId: t.arg.id({ description: 'Only accounts of this project.' }) },
    resolve: (query, _root, { projectId }, ctx) =>
      ctx.db.prisma.socialAccount.findMany({
        ...query,
        where: {
          AND: [
            { status: 'CONNECTED', ...tenantWhere(ctx.actor) },
            projectId == null ? {} : { projectId: { in: isId(projectId) ? [projectId] : [] } },
          ],
        },
        orderBy: { id: 'desc' },
      }),
  }),
)

builder.queryField('socialAccount', (t) =>
  t.prismaField({
    type: 'SocialAccount',
    ...fullOnly,
    args: { socialAccountId: t.arg.id({ required: true }) },
    resolve: async (query, _root, { socialAccountId }, ctx) => {
      const { id } = await findAccount(ctx, socialAccountId)
      return ctx.db.prisma.socialAccount.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)

const AuthorizationUrl = builder.objectRef<{ url: string }>('AuthorizationUrl').implement({
  fields: (t) => ({ url: t.exposeString('url', { description: "To be opened in the user's browser." }) }),
})

const CreateAuthorizationUrlInput = builder.inputType('CreateAuthorizationUrlInput', {
  fields: (t) => ({
    projectId: t.id({ required: true }),
    platform: t.field({ type: SocialPlatform, required: true }),
    redirectUrl: t.string({ description: 'http(s) address the browser returns to afterwards.' }),
  }),
})

builder.mutationField('createAuthorizationUrl', (t) =>
  t.field({
    type: AuthorizationUrl,
    description: 'Starts connecting an account: returns the address to open in the browser.',
    args: { input: t.arg({ type: CreateAuthorizationUrlInput, required: true }) },
    resolve: (_root, { input }, ctx) => createAuthorizationUrl(ctx, input),
  }),
)

builder.mutationField('deleteSocialAccount', (t) =>
  t.id({
    description: 'Deletes a connection and its grant. Returns its id.',
    args: { socialAccountId: t.arg.id({ required: true }) },
    resolve: async (_root, { socialAccountId }, ctx) => {
      await deleteAccount(ctx, { socialAccountId })
      return socialAccountId
    },
  }),
)

/** One type per name, also where two platforms offer the same kind of choice. */
const choiceTypes = new Map<string, ReturnType<typeof choiceType>>()

function choiceType(input: Extract<PlatformInput, { type: 'objects' }>) {
  return builder.objectRef<Record<string, string>>(input.name).implement({
    fields: (t) =>
      Object.fromEntries(
        input.properties.map((name) => [name, t.string({ resolve: (choice) => choice[name] as string })]),
      ),
  })
}

const PlatformSpecificInputs = builder.objectRef<PlatformInputs['platformSpecificInputs']>('PlatformSpecificInputs')
PlatformSpecificInputs.implement({
  description: 'What an account may choose; each platform fills in its own fields.',
  fields: (t) => {
    const choices = Object.values(platforms).flatMap((platform) => Object.entries(platform.inputs))
    const fields = choices.map(([name, input]) => {
      const common = { nullable: true, description: input.description } as const
      switch (input.type) {
        case 'boolean':
          return [name, t.boolean({ ...common, resolve: (inputs) => inputs[name] as boolean | undefined })]
        case 'integer':
          return [name, t.int({ ...common, resolve: (inputs) => inputs[name] as number | undefined })]
        case 'strings':
          return [name, t.stringList({ ...common, resolve: (inputs) => inputs[name] as string[] | undefined })]
        case 'objects': {
          const type = choiceTypes.get(input.name) ?? choiceType(input)
          choiceTypes.set(input.name, type)
          return [
            name,
            t.field({ ...common, type: [type], resolve: (inputs) => inputs[name] as Record<string, string>[] }),
          ]
        }
        default:
          return input satisfies never
      }
    })
    const platform = t.field({ type: SocialPlatform, resolve: (inputs) => inputs.platform })
    return { platform, ...Object.fromEntries(fields) }
  },
})

const SocialAccountPlatformInputs = builder.objectRef<PlatformInputs>('SocialAccountPlatformInputs').implement({
  fields: (t) => ({
    socialAccountId: t.exposeID('socialAccountId'),
    platformSpecificInputs: t.expose('platformSpecificInputs', { type: PlatformSpecificInputs }),
  }),
})

builder.queryField('socialAccountPlatformInputs', (t) =>
  t.field({
    type: SocialAccountPlatformInputs,
    description: 'The valid values of platform-specific fields for one account.',
    args: { socialAccountId: t.arg.id({ required: true }) },
    resolve: (_root, { socialAccountId }, ctx) => readPlatformInputs(ctx, { socialAccountId }),
  }),
)
