import type { Context } from '../../context.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import type { Issue } from '../../lib/service-error.ts'
import { checkPost, toIssues } from './check-post.ts'
import type { PostDraft } from './post-input.ts'

export interface PostValidation {
  isValid: boolean
  errors: Issue[]
  warnings: Issue[]
}

/** Says what `POST /posts` would say of the same body, and creates nothing (`POST /posts/validate`). */
export async function validatePost(ctx: Context, draft: PostDraft, shape: ShapeIssue[] = []): Promise<PostValidation> {
  const { problems, warnings } = await checkPost(ctx, draft, shape)
  return { isValid: problems.length === 0, errors: toIssues(problems), warnings }
}
