/** Posts and children as they hang on projects, accounts and each other: one statement for many parents. */
import type { Context } from '../../context.ts'
import { closePage, openPage, type PageInput } from '../../graphql/pagination.ts'
import type { Post, SocialAccountPost } from './post.ts'
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

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
}

type WithParent<Row> = Row & { parent_id: string }

/** The first page of posts of each project. Errors: VALIDATION_FAILED for `limit` and `cursor`. */
export async function postsOfProjects(ctx: Context, projectIds: string[], input: PageInput): Promise<Page<Post>[]> {
  const { limit, before } = openPage(ctx, 'posts', input)
  const found = await ctx.db.pool.query<WithParent<PostRow>>({
    name: 'posts_of_projects',
    text: `SELECT parent.id AS parent_id, ${childColumns}, ${postColumns}
           FROM unnest($3::uuid[]) AS parent(id)
           CROSS JOIN LATERAL (
             SELECT * FROM posts p WHERE ${tenantSql('p')} AND p.project_id = parent.id AND ($4::uuid IS NULL OR p.id < $4)
             ORDER BY p.id DESC LIMIT $5) AS p
           JOIN social_account_posts c ON c.post_id = p.id
           ORDER BY p.id DESC, c.position`,
    values: [...tenantValues(ctx.actor), projectIds, before, limit + 1],
  })
  const byProject = Map.groupBy(found.rows, (row) => row.parent_id)
  return projectIds.map((id) => {
    const byPost = Map.groupBy(byProject.get(id) ?? [], (row) => row.post_id)
    const posts = [...byPost.values()].flatMap((rows) => toPost(rows) ?? [])
    return closePage(ctx, 'posts', posts, limit)
  })
}

/** The first page of children of each account. Errors: VALIDATION_FAILED for `limit` and `cursor`. */
export async function childrenOfAccounts(
  ctx: Context,
  accountIds: string[],
  input: PageInput,
): Promise<Page<SocialAccountPost>[]> {
  const { limit, before } = openPage(ctx, 'socialAccountPosts', input)
  const found = await ctx.db.pool.query<WithParent<ChildRow>>({
    name: 'children_of_accounts',
    text: `SELECT parent.id AS parent_id, ${childColumns}
           FROM unnest($3::uuid[]) AS parent(id)
           CROSS JOIN LATERAL (
             SELECT * FROM social_account_posts c
             WHERE ${tenantSql('c')} AND c.social_account_id = parent.id AND ($4::uuid IS NULL OR c.id < $4)
             ORDER BY c.id DESC LIMIT $5) AS c
           JOIN posts p ON p.id = c.post_id
           ORDER BY c.id DESC`,
    values: [...tenantValues(ctx.actor), accountIds, before, limit + 1],
  })
  const byAccount = Map.groupBy(found.rows, (row) => row.parent_id)
  return accountIds.map((id) => closePage(ctx, 'socialAccountPosts', (byAccount.get(id) ?? []).map(toChild), limit))
}

/** The children with these ids that the key may see, in the order of the ids. */
export async function childrenById(ctx: Context, ids: readonly string[]): Promise<(SocialAccountPost | undefined)[]> {
  const found = await ctx.db.pool.query<ChildRow>({
    name: 'children_by_id',
    text: `SELECT ${childColumns} FROM social_account_posts c JOIN posts p ON p.id = c.post_id
           WHERE ${tenantSql('c')} AND c.id = ANY($3)`,
    values: [...tenantValues(ctx.actor), ids],
  })
  const byId = new Map(found.rows.map((row) => [row.id, toChild(row)]))
  return ids.map((id) => byId.get(id))
}

/** The posts that repeat each of these failed children, oldest first. */
export async function retriesOf(ctx: Context, childIds: readonly string[]): Promise<Post[][]> {
  const found = await ctx.db.pool.query<PostRow>({
    name: 'posts_retrying',
    text: `SELECT ${childColumns}, ${postColumns} FROM posts p JOIN social_account_posts c ON c.post_id = p.id
           WHERE ${tenantSql('p')} AND p.retry_of_id = ANY($3) ORDER BY p.id, c.position`,
    values: [...tenantValues(ctx.actor), childIds],
  })
  const byChild = Map.groupBy(found.rows, (row) => row.retry_of_id)
  return childIds.map((id) => {
    const byPost = Map.groupBy(byChild.get(id) ?? [], (row) => row.post_id)
    return [...byPost.values()].flatMap((rows) => toPost(rows) ?? [])
  })
}

/** The posts with these ids that the key may see, in the order of the ids. */
export async function postsById(ctx: Context, ids: readonly string[]): Promise<(Post | undefined)[]> {
  const found = await ctx.db.pool.query<PostRow>({
    name: 'posts_by_id',
    text: `SELECT ${childColumns}, ${postColumns} FROM posts p JOIN social_account_posts c ON c.post_id = p.id
           WHERE ${tenantSql('p')} AND p.id = ANY($3) ORDER BY c.position`,
    values: [...tenantValues(ctx.actor), ids],
  })
  const byPost = Map.groupBy(found.rows, (row) => row.post_id)
  return ids.map((id) => toPost(byPost.get(id) ?? []))
}
