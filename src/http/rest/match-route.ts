/** Which route a method and path mean: the allow-list in front of sofa. */
import { ServiceError } from '../../lib/service-error.ts'
import type { RestRoute } from './routes/route.ts'
import { routes } from './routes.ts'

export interface Match {
  route: RestRoute
  params: Record<string, string>
}

interface Pattern {
  route: RestRoute
  segments: string[]
}

const patterns: Pattern[] = routes
  .map((route) => ({ route, segments: route.path.split('/').slice(1) }))
  .sort((a, b) => parameters(a) - parameters(b))

function parameters({ segments }: Pattern): number {
  return segments.filter((segment) => segment.startsWith('{')).length
}

/**
 * @param path under `/v1`, without the query
 * Errors: NOT_FOUND for an unknown path, and for a known one with another method METHOD_NOT_ALLOWED (see `allowed`).
 */
export function matchRoute(method: string, path: string): Match {
  const segments = path.split('/').slice(1)
  const wanted = method === 'HEAD' ? 'GET' : method
  let known = false
  for (const { route, segments: pattern } of patterns) {
    const params = matchSegments(pattern, segments)
    if (!params) continue
    if (route.method === wanted) return { route, params }
    known = true
  }
  if (known) throw new ServiceError('METHOD_NOT_ALLOWED', `${method} is not possible on /v1${path}.`)
  throw new ServiceError('NOT_FOUND', `There is nothing at /v1${path}.`)
}

/** The methods of a known path, for the Allow header. */
export function allowed(path: string): string {
  const segments = path.split('/').slice(1)
  const methods = patterns
    .filter((pattern) => matchSegments(pattern.segments, segments))
    .map(({ route }) => route.method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] as string
    if (!expected.startsWith('{')) {
      if (given !== expected) return undefined
      continue
    }
    if (given === '') return undefined
    params[expected.slice(1, -1)] = decode(given)
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
