import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import { newId } from '../../lib/ids.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'

export interface ProjectRow {
  id: string
  organizationId: string
  name: string
  createdAt: Date
}

/**
 * Creates a project (`POST /projects`).
 * @param input.name 1 to 200 characters that are not all white space
 * Errors: VALIDATION_FAILED; FORBIDDEN for a key that is limited to projects.
 */
export async function createProject(ctx: Context, input: { name: string }): Promise<ProjectRow> {
  if (ctx.actor.projectIds) {
    throw new ServiceError('FORBIDDEN', 'This API key is limited to certain projects and cannot create others.')
  }
  const name = input.name.trim()
  if (name.length < 1 || name.length > 200) {
    throw validationFailed([{ path: 'name', message: `name must have 1 to 200 characters, has ${name.length}.` }])
  }
  const project = {
    id: newId(),
    organizationId: ctx.actor.organizationId,
    name,
    createdAt: new Date(ctx.clock.now()),
  }
  await transaction(ctx.db.pool, async (tx) => {
    await tx.query('INSERT INTO projects (id, organization_id, name, created_at) VALUES ($1, $2, $3, $4)', [
      project.id,
      project.organizationId,
      project.name,
      project.createdAt,
    ])
    await recordCreated(tx, ctx, project.id)
  })
  return project
}
