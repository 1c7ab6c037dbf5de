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

export interface AccountFindings {
  /** The accounts by id; those of other organizations do not exist. */
  accounts: Map<string, KnownAccount>
  /** Two accounts of different projects, when there are such. */
  conflicting?: [string, string]
}

/** Finds the accounts of all targets in one query and checks them against each other. */
export async function checkAccounts(
  ctx: Context,
  targets: NonNullable<PostDraft['socialAccounts']>,
  problems: Problem[],
): Promise<AccountFindings> {
  const ids = [...new Set(targets.flatMap((target) => target?.socialAccountId ?? []))].filter(isId)
  const accounts = await findAccounts(ctx, ids)
  const seen = new Set<string>()
  let first: KnownAccount | undefined
  let conflicting: [string, string] | undefined

  targets.forEach((target, index) => {
    const id = target?.socialAccountId?.toLowerCase()
    if (id === undefined) return
    const path = `socialAccounts[${index}].socialAccountId`
    const report = (code: Problem['code'], message: string) => problems.push({ code, path, message })
    if (seen.has(id)) return report('DUPLICATE_SOCIAL_ACCOUNT_ID', `The social account ${id} appears more than once.`)
    seen.add(id)
    const account = accounts.get(id)
    if (!account) return report('INVALID_SOCIAL_ACCOUNT_ID', `There is no social account ${id}.`)
    if (account.status !== 'CONNECTED') {
      return report('SOCIAL_ACCOUNT_NOT_CONNECTED', `The social account ${id} is disconnected; connect it again.`)
    }
    first ??= account
    if (account.projectId === first.projectId) return
    conflicting ??= [first.id, account.id]
    const message = `The social accounts ${first.id} and ${account.id} belong to different projects.`
    report('SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT', message)
  })
  return { accounts, ...(conflicting && { conflicting }) }
}

async function findAccounts(ctx: Context, ids: string[]): Promise<Map<string, KnownAccount>> {
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
