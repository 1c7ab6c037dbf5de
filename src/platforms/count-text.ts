/** How platforms count text: one function per unit, all linear in the length of the text. */
import tlds from 'tlds' with { type: 'json' }

/** Line ends become `\n` and trailing white space goes: what every count starts from. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd()
}

/** Weighing is slow, and a text of more UTF-16 units is far over every limit: what lies behind them is not weighed. */
export const longestWeighed = 20_000

/** Number of code points. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1
  }
  return count
}

// A base (or a lone modifier) with everything that continues its sequence: selectors, joiners, tones, flag tags.
const emojiRun =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{FE0E}|\u{FE0F}|\u{200D}|\u{20E3}|[\u{E0020}-\u{E007F}])*|[0-9#*]\u{FE0F}?\u{20E3}/gu

/** Threads: every code point of an emoji counts its UTF-8 bytes, everything else 1. */
export function countThreads(text: string): number {
  let emojiBytes = 0
  const rest = text.replace(emojiRun, (emoji) => {
    emojiBytes += Buffer.byteLength(emoji)
    return ''
  })
  return emojiBytes + countCodePoints(rest)
}

/** X, configuration v3 of its counting rules: NFC, an address 23, an emoji sequence 2, Latin and its like 1, others 2. */
export function countX(text: string): number {
  const normalized = text.normalize('NFC')
  let weight = 0
  let from = 0
  for (const { start, end } of findXUrls(normalized)) {
    weight += weighX(normalized.slice(from, start)) + 23
    from = end
  }
  return weight + weighX(normalized.slice(from))
}

const heavyCharacters = /[\u1100-\u1FFF\u200E\u200F\u2020-\u2031\u2038-\u{10FFFF}]/gu

function weighX(text: string): number {
  let emoji = 0
  const rest = text.replace(/\p{RGI_Emoji}/gv, () => {
    emoji += 1
    return ''
  })
  return emoji * 2 + countCodePoints(rest) + (rest.match(heavyCharacters)?.length ?? 0)
}

// A start inside a word or an address (`me@example.com`) is none; it also keeps the search linear.
const urlStart =
  /(?<![A-Za-z0-9@＠$#＃\u202A-\u202E])(?<protocol>https?:\/\/)(?<host>[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*(?:\.[\p{L}\p{N}\p{M}_-]+)+)|(?<![A-Za-z0-9@＠$#＃\u202A-\u202E_./-])(?<bare>[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+)/giu
const pathChars = "A-Za-z0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&\\u00C0-\\u024F\\u0400-\\u04FF"
const urlRest = new RegExp(
  `(?::\\d+)?(?:/(?:[${pathChars}]|\\([${pathChars}]*\\))*)?(?:\\?[A-Za-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*)?`,
  'y',
)
const urlLastCharacter = /[A-Za-z0-9=_#/+\-)&\u00C0-\u024F\u0400-\u04FF]/
const topLevelDomains = new Set(tlds)

/** The addresses that X replaces by its own short ones: with `http(s)://`, or bare under a known top-level domain. */
export function findXUrls(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const match of text.matchAll(urlStart)) {
    const { protocol = '', host, bare } = match.groups as { protocol?: string; host?: string; bare?: string }
    const domain = (host ?? bare) as string
    const start = match.index
    // The path of an address may look like one more.
    if (start < (found.at(-1)?.end ?? 0)) continue
    const length = domainLength(domain, text[start + match[0].length] ?? '')
    if (length === 0) continue
    let end = start + protocol.length + length
    if (length === domain.length) {
      urlRest.lastIndex = end
      const domainEnd = end
      end += (urlRest.exec(text)?.[0] ?? '').length
      while (end > domainEnd && !urlLastCharacter.test(text[end - 1] as string)) end -= 1
    }
    found.push({ start, end })
  }
  return found
}

/** Length of the longest part of `domain` that ends in a top-level domain, 0 without one. */
function domainLength(domain: string, next: string): number {
  const labels = domain.toLowerCase().split('.')
  let end = domain.length
  for (let index = labels.length - 1; index > 0; index -= 1) {
    const label = labels[index] as string
    const follower = index === labels.length - 1 ? next : '.'
    if (topLevelDomains.has(label) || /^xn--[a-z0-9-]+$/.test(label)) {
      if (!/[0-9A-Za-z@+-]/.test(follower)) return end
    } else {
      const prefix = /^[a-z0-9-]+(?=[^a-z0-9-])/.exec(label)?.[0]
      if (prefix && topLevelDomains.has(prefix)) return end - label.length + prefix.length
    }
    end -= label.length + 1
  }
  return 0
}

const links = /https?:\/\/[^\s<>"]+/giu

/** The `http(s)://` links of a text, without the punctuation of the sentence around them. */
export function findLinks(text: string): string[] {
  return (text.match(links) ?? []).map((link) => {
    let end = link.length
    while (/[.,;:!?'’”)\]]/.test(link[end - 1] as string)) end -= 1
    return link.slice(0, end)
  })
}

/** `#` followed by a letter or digit, outside links. */
export function countHashtags(text: string): number {
  return text.replace(links, ' ').match(/#(?=[\p{L}\p{N}])/gu)?.length ?? 0
}

/** `@` and a handle, outside links and mail addresses. */
export function countMentions(text: string): number {
  return text.replace(links, ' ').match(/(?<![\p{L}\p{N}_.])@(?=[\p{L}\p{N}_])/gu)?.length ?? 0
}

/** YouTube's count of tags: a comma between two, two quotes around one with a space. UTF-16 units. */
export function countYoutubeTags(tags: readonly string[]): number {
  const lengths = tags.map((tag) => tag.length + (tag.includes(' ') ? 2 : 0))
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1))
}
