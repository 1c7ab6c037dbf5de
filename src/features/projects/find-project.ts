import type { Actor, Context } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'

/** The tenant filter for projects themselves. */
export function projectWhere(actor: Actor): { organizationId: string; id?: { in: string[] } } {
  return { organizationId: actor.organizationId, ...(actor.projectIds && { id: { in: actor.projectIds } }) }
}

/** Finds a project that the key may see. Errors: PROJECT_NOT_FOUND. */
export async function findProject(ctx: Context, projectId: string): Promise<{ id: string; name: string }> {
  const project = isId(projectId)
    ? await ctx.db.prisma.project.findFirst({ where: { AND: [{ id: projectId }, projectWhere(ctx.actor)] } })
    : null
  if (!project) throw new ServiceError('PROJECT_NOT_FOUND', `There is no project ${projectId}.`)
  return project
}
