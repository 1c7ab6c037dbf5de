import { type Context, tenantWhere } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { PostDraft, Problem } from './post-input.ts'

export interface KnownAccount {
  id: string
  projectId: string
  platform: PlatformName
  status: string
}

/**
 * Checks the accounts of all targets against each other.
 * @param accounts the known ones by id; those of other organizations do not exist
 * @returns two accounts of different projects, when there are such
 */
export function checkAccounts(
  targets: NonNullable<PostDraft['socialAccounts']>,
  accounts: ReadonlyMap<string, KnownAccount>,
  problems: Problem[],
): [string, string] | undefined {
  const seen = new Set<string>()
  let first: KnownAccount | undefined
  let conflicting: [string, string] | undefined

  for (const [index, target] of targets.entries()) {
    const id = target?.socialAccountId?.toLowerCase()
    if (id === undefined) continue
    const account = accounts.get(id)
    const report = (code: Problem['code'], message: string) =>
      problems.push({ code, path: `socialAccounts[${index}].socialAccountId`, message })
    if (seen.has(id)) report('DUPLICATE_SOCIAL_ACCOUNT_ID', `The social account ${id} appears more than once.`)
    else if (!account) report('INVALID_SOCIAL_ACCOUNT_ID', `There is no social account ${id}.`)
    else if (account.status !== 'CONNECTED') {
      report('SOCIAL_ACCOUNT_NOT_CONNECTED', `The social account ${id} is disconnected; connect it again.`)
    } else {
      first ??= account
      if (account.projectId !== first.projectId) {
        conflicting ??= [first.id, account.id]
        const message = `The social accounts ${first.id} and ${account.id} belong to different projects.`
        report('SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT', message)
      }
    }
    seen.add(id)
  }
  return conflicting
}

/** Finds accounts that the key may see, by id, in one query. */
export async function findAccounts(ctx: Context, given: string[]): Promise<Map<string, KnownAccount>> {
  const ids = [...new Set(given)].filter(isId)
  if (ids.length === 0) return new Map()
  const { organizationId } = tenantWhere(ctx.actor)
  const found = await ctx.db.pool.query<KnownAccount>({
    name: 'post_accounts',
    text: `SELECT id, project_id AS "projectId", platform, status FROM social_accounts
           WHERE organization_id = $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2)) AND id = ANY($3) AND status <> 'DELETED'`,
    values: [organizationId, ctx.actor.projectIds, ids],
  })
  return new Map(found.rows.map((account) => [account.id, account]))
}
