import type { Context } from '../../context.ts'
import { closePage, openPage, type PageInput } from '../../graphql/pagination.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { DeliveryStatus, Post, SocialAccountPost } from './post.ts'
import {
  type ChildRow,
  childColumns,
  type PostRow,
  postColumns,
  tenantSql,
  tenantValues,
  toChild,
  toPost,
} from './post-rows.ts'

/** Reads a post with its children in one statement (`GET /posts/{postId}`). Errors: POST_NOT_FOUND. */
export async function readPost(ctx: Context, input: { postId: string }): Promise<Post> {
  const found = isId(input.postId)
    ? await ctx.db.pool.query<PostRow>({
        name: 'post_read',
        text: `SELECT ${childColumns}, ${postColumns}
               FROM posts p JOIN social_account_posts c ON c.post_id = p.id
               WHERE ${tenantSql('p')} AND p.id = $3 ORDER BY c.position`,
        values: [...tenantValues(ctx.actor), input.postId],
      })
    : { rows: [] }
  const post = toPost(found.rows)
  if (!post) throw new ServiceError('POST_NOT_FOUND', `There is no post ${input.postId}.`)
  return post
}

export interface ChildFilter {
  projectId?: string[] | null | undefined
  socialAccountId?: string[] | null | undefined
  postId?: string[] | null | undefined
  platform?: PlatformName[] | null | undefined
  deliveryStatus?: DeliveryStatus[] | null | undefined
}

const filterColumns = [
  ['projectId', 'project_id', 'uuid'],
  ['socialAccountId', 'social_account_id', 'uuid'],
  ['postId', 'post_id', 'uuid'],
  ['platform', 'platform', 'text'],
  ['deliveryStatus', 'delivery_status', 'text'],
] as const

/**
 * Lists children, newest first (`GET /social-account-posts`). Ids that do not exist select nothing.
 * Errors: VALIDATION_FAILED for `limit` and `cursor`.
 */
export async function listChildren(
  ctx: Context,
  filter: ChildFilter & PageInput,
): Promise<{ rows: SocialAccountPost[]; nextCursor: string | null }> {
  const { limit, before } = openPage(ctx, 'socialAccountPosts', filter)
  const values: unknown[] = [...tenantValues(ctx.actor), limit + 1]
  let name = 'children'
  let where = tenantSql('c')
  for (const [index, [key, column, type]] of filterColumns.entries()) {
    const given = filter[key]
    if (given == null) continue
    values.push(type === 'uuid' ? given.filter(isId) : given)
    where += ` AND c.${column} = ANY($${values.length}::${type}[])`
    // Postgres keeps 63 characters of a name: those of all columns together would not all differ.
    name += `_${index}`
  }
  if (before) {
    values.push(before)
    where += ` AND c.id < $${values.length}`
    name += '_before'
  }
  const found = await ctx.db.pool.query<ChildRow>({
    name,
    text: `SELECT ${childColumns} FROM social_account_posts c JOIN posts p ON p.id = c.post_id
           WHERE ${where} ORDER BY c.id DESC LIMIT $3`,
    values,
  })
  return closePage(ctx, 'socialAccountPosts', found.rows.map(toChild), limit)
}

/** Lists posts with their children, newest first. Errors: VALIDATION_FAILED for `limit` and `cursor`. */
export async function listPosts(
  ctx: Context,
  filter: { projectId?: string[] | null | undefined } & PageInput,
): Promise<{ rows: Post[]; nextCursor: string | null }> {
  const { limit, before } = openPage(ctx, 'posts', filter)
  const projectIds = filter.projectId?.filter(isId) ?? null
  const found = await ctx.db.pool.query<PostRow>({
    name: 'posts_list',
    text: `WITH page AS (
             SELECT * FROM posts p
             WHERE ${tenantSql('p')} AND ($3::uuid[] IS NULL OR p.project_id = ANY($3)) AND ($4::uuid IS NULL OR p.id < $4)
             ORDER BY p.id DESC LIMIT $5)
           SELECT ${childColumns}, ${postColumns} FROM page p JOIN social_account_posts c ON c.post_id = p.id
           ORDER BY p.id DESC, c.position`,
    values: [...tenantValues(ctx.actor), projectIds, before, limit + 1],
  })
  const byPost = Map.groupBy(found.rows, (row) => row.post_id)
  const posts = [...byPost.values()].flatMap((rows) => toPost(rows) ?? [])
  return closePage(ctx, 'posts', posts, limit)
}
