/** Projects: what isolates the accounts and posts of one brand. */
import { builder, fullOnly } from '../../graphql/builder.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { findProject, projectWhere } from './find-project.ts'

const Project = builder.prismaObject('Project', {
  description: 'A business profile: isolates the connected accounts, media and posts of one user, client or brand.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...fullOnly }),
  }),
})

builder.queryField('projects', (t) =>
  t.prismaField({
    type: ['Project'],
    description: 'The projects of the organization, newest first.',
    resolve: (query, _root, _args, ctx) =>
      ctx.db.prisma.project.findMany({ ...query, where: projectWhere(ctx.actor), orderBy: { id: 'desc' } }),
  }),
)

builder.queryField('project', (t) =>
  t.prismaField({
    type: 'Project',
    ...fullOnly,
    args: { projectId: t.arg.id({ required: true }) },
    resolve: async (query, _root, { projectId }, ctx) => {
      const { id } = await findProject(ctx, projectId)
      return ctx.db.prisma.project.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)

const CreateProjectInput = builder.inputType('CreateProjectInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Human-readable name, 1 to 200 characters.' }),
  }),
})

builder.mutationField('createProject', (t) =>
  t.field({
    type: Project,
    description: 'Creates a project.',
    args: { input: t.arg({ type: CreateProjectInput, required: true }) },
    resolve: (_root, { input }, ctx) => createProject(ctx, input),
  }),
)

builder.mutationField('deleteProject', (t) =>
  t.id({
    description: 'Deletes a project for good with its accounts, grants and posts. Returns its id.',
    args: { projectId: t.arg.id({ required: true }) },
    resolve: async (_root, { projectId }, ctx) => {
      await deleteProject(ctx, { projectId })
      return projectId
    },
  }),
)
