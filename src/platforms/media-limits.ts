/** Limits of one image or video as data, and their check. */
import { type ContentType, type Finding, type Mark, type MediaFacts, type Severity, severityOf } from './media-facts.ts'

/** A size that "MB" leaves open: the strict reading decides warnings, the lenient one errors. */
interface Size {
  shown: string
  error: number
  warning: number
}

type Bound = number | Size
type Ratio = `${number}:${number}`
/** Short and long side in pixels, whichever way the picture stands. */
type Frame = readonly [number, number]

/** At most `n` MB: a warning above 1,000,000 bytes each, an error above 1,048,576 each. */
export const megabytes = (n: number): Size => ({ shown: `${n} MB`, error: n * 2 ** 20, warning: n * 1e6 })
/** At most `n` GB, in the same two readings. */
export const gigabytes = (n: number): Size => ({ shown: `${n} GB`, error: n * 2 ** 30, warning: n * 1e9 })
/** At least `n` KB, in the same two readings. */
export const kilobytesAtLeast = (n: number): Size => ({ shown: `${n} KB`, error: n * 1e3, warning: n * 2 ** 10 })

/** Programmes round, and 23.976 is what video calls 24. */
const frameRateTolerance = 1.002
const ratioTolerance = 0.01

interface Measure {
  of: (facts: MediaFacts) => number | null
  noun: string
  show: (value: number) => string
  tolerance?: number
}

const round = (value: number) => `${Math.round(value * 100) / 100}`
const product = (...factors: (number | null)[]) =>
  factors.reduce((all, factor) => (all === null || factor === null ? null : all * factor), 1)

const measures = {
  bytes: {
    of: (facts) => facts.bytes,
    noun: 'a size',
    show: (value) => (value < 1e6 ? `${round(value / 1e3)} KB` : `${round(value / 1e6)} MB`),
  },
  seconds: {
    of: (facts) => facts.durationSeconds,
    noun: 'a duration',
    show: (value) => (value >= 120 && value % 60 === 0 ? `${value / 60} min` : `${round(value)} s`),
  },
  frameRate: {
    of: (facts) => facts.frameRate,
    noun: 'a frame rate',
    show: (value) => `${round(value)} fps`,
    tolerance: frameRateTolerance,
  },
  width: { of: (facts) => facts.width, noun: 'a width', show: (value) => `${value} px` },
  pixels: { of: (facts) => product(facts.width, facts.height), noun: 'an area', show: (value) => `${value} pixels` },
  frames: { of: (facts) => facts.frames, noun: 'an animation', show: (value) => `${value} frames` },
  pixelsOfAllFrames: {
    of: (facts) => product(facts.width, facts.height, facts.frames),
    noun: 'an animation',
    show: (value) => `${value} pixels in all frames`,
  },
  megabitsPerSecond: {
    of: ({ bytes, durationSeconds }) => (durationSeconds ? (bytes * 8) / durationSeconds / 1e6 : null),
    noun: 'a bit rate',
    show: (value) => `${round(value)} Mbit/s`,
  },
} satisfies Record<string, Measure>

/** Bounds are inclusive; seconds, pixels, bytes, frames per second. Of several limits of one kind the first broken one is told. */
export type MediaLimit = { mark: Mark; because?: string; only?: ContentType } & (
  | { limit: 'format'; accepts: readonly ContentType[] }
  | { limit: 'videoCodec' | 'audioCodec'; accepts: readonly string[] }
  | { limit: 'aspect'; min?: Ratio; max?: Ratio; oneOf?: readonly Ratio[] }
  | { limit: 'frame'; min?: Frame; max?: Frame }
  | { limit: 'still' }
  | { limit: keyof typeof measures; min?: Bound; max?: Bound }
)

/** A library item and the JSON path of its reference. */
export interface RuleMedia {
  facts: MediaFacts
  path: string
}

/** Checks one item against the limits of its kind. `where` names the post in messages: `An Instagram reel`. */
export function checkMediaItem({ facts, path }: RuleMedia, limits: readonly MediaLimit[], where: string): Finding[] {
  const told = new Set<string>()
  return limits.flatMap((limit): Finding[] => {
    if (told.has(limit.limit) || (limit.only ?? facts.contentType) !== facts.contentType) return []
    const broken = breaks(limit, facts)
    if (!broken) return []
    told.add(limit.limit)
    const noun = facts.mediaType === 'VIDEO' ? 'a video' : 'an image'
    const verb = broken.severity === 'error' ? 'takes' : 'works best with'
    const message = `${where} ${verb} ${noun} with ${broken.wanted}; this one has ${broken.has}.`
    return [
      {
        severity: broken.severity,
        issue: { path, message: limit.because ? `${message} ${limit.because}` : message, field: 'MEDIA' },
      },
    ]
  })
}

interface Broken {
  severity: Severity
  wanted: string
  has: string
}

function breaks(limit: MediaLimit, facts: MediaFacts): Broken | undefined {
  const severity = severityOf(limit.mark, facts.mediaType === 'VIDEO')
  switch (limit.limit) {
    case 'format': {
      if (limit.accepts.includes(facts.contentType)) return undefined
      const wanted = `the format ${either(limit.accepts.map((type) => formatNames[type]))}`
      return { severity, wanted, has: formatNames[facts.contentType] }
    }
    case 'videoCodec':
    case 'audioCodec': {
      const codec = facts[limit.limit]
      if (codec === null || limit.accepts.includes(codecFamily(codec))) return undefined
      const kind = limit.limit === 'videoCodec' ? 'video' : 'audio'
      return { severity, wanted: `${either(limit.accepts)} ${kind}`, has: codec }
    }
    case 'aspect':
      return breaksAspect(limit, facts, severity)
    case 'frame':
      return breaksFrame(limit, facts, severity)
    case 'still':
      return facts.animated ? { severity, wanted: 'one picture', has: 'an animation' } : undefined
    default:
      return breaksBounds(limit, measures[limit.limit], facts, severity)
  }
}

function breaksBounds(
  { min, max }: { min?: Bound; max?: Bound },
  measure: Measure,
  facts: MediaFacts,
  severity: Severity,
): Broken | undefined {
  const value = measure.of(facts)
  if (value === null) return undefined
  const tolerance = measure.tolerance ?? 1
  const outside = (level: Severity) =>
    (min !== undefined && value * tolerance < boundAt(min, level)) ||
    (max !== undefined && value > boundAt(max, level) * tolerance)
  const show = (bound: Bound) => (typeof bound === 'number' ? measure.show(bound) : bound.shown)
  const found: Severity | undefined = outside(severity) ? severity : outside('warning') ? 'warning' : undefined
  return found && { severity: found, wanted: `${measure.noun} of ${range(min, max, show)}`, has: measure.show(value) }
}

function breaksAspect(
  { min, max, oneOf }: { min?: Ratio; max?: Ratio; oneOf?: readonly Ratio[] },
  facts: MediaFacts,
  severity: Severity,
): Broken | undefined {
  const ratio = aspectOf(facts)
  if (ratio === undefined) return undefined
  const tooNarrow = min !== undefined && ratio < toNumber(min) * (1 - ratioTolerance)
  const tooWide = max !== undefined && ratio > toNumber(max) * (1 + ratioTolerance)
  const another = oneOf !== undefined && !oneOf.some((wanted) => sameAspect(toNumber(wanted), ratio))
  if (!tooNarrow && !tooWide && !another) return undefined
  const wanted = oneOf ? either(oneOf) : range(min, max, (bound) => bound)
  return { severity, wanted: `an aspect ratio of ${wanted}`, has: `${facts.width}:${facts.height}` }
}

function breaksFrame(
  { min, max }: { min?: Frame; max?: Frame },
  { width, height }: MediaFacts,
  severity: Severity,
): Broken | undefined {
  if (width === null || height === null) return undefined
  const sides = [Math.min(width, height), Math.max(width, height)] as const
  const within =
    (!min || (sides[0] >= min[0] && sides[1] >= min[1])) && (!max || (sides[0] <= max[0] && sides[1] <= max[1]))
  if (within) return undefined
  const shown = range(min, max, ([short, long]) => `${short}x${long}`)
  return { severity, wanted: `sides of ${shown} pixels`, has: `${width}x${height}` }
}

/** Width by height, undefined while either is unknown. */
export function aspectOf({ width, height }: MediaFacts): number | undefined {
  return width && height ? width / height : undefined
}

/** Whether two ratios are the same within the tolerance of all ratio rules. */
export function sameAspect(wanted: number, ratio: number): boolean {
  return ratio >= wanted * (1 - ratioTolerance) && ratio <= wanted * (1 + ratioTolerance)
}

function toNumber(ratio: Ratio): number {
  const [width, height] = ratio.split(':').map(Number) as [number, number]
  return width / height
}

function boundAt(bound: Bound, severity: Severity): number {
  return typeof bound === 'number' ? bound : bound[severity]
}

function range<Value>(min: Value | undefined, max: Value | undefined, show: (value: Value) => string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${show(max)}`
  if (max === undefined) return `at least ${show(min)}`
  const [low, high] = [show(min), show(max)]
  return low === high ? low : `${low} to ${high}`
}

function either(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const formatNames: Record<ContentType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
}

/** The one name that the tables use for what probes and containers call differently. */
function codecFamily(codec: string): string {
  const name = codec.toLowerCase()
  if (/^(avc|h\.?264)/.test(name)) return 'H.264'
  if (/^(hevc|hvc1|hev1|h\.?265)/.test(name)) return 'H.265'
  if (/^(vp0?8)/.test(name)) return 'VP8'
  if (/^(vp0?9)/.test(name)) return 'VP9'
  if (/^(av0?1)/.test(name)) return 'AV1'
  if (/^(aac|mp4a)/.test(name)) return 'AAC'
  return codec
}
