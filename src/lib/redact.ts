/** Keeps secrets out of what is stored and shown of other services' words. */

const censor = '[secret]'
const maxLength = 1000

const names =
  'access_?token|refresh_?token|id_?token|token|client_?secret|app_?secret|secret|password|api_?key|code|code_?verifier|signature|sig'

const patterns: readonly [RegExp, string][] = [
  // An address keeps its place; user, query and fragment may carry anything.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'<>]*@/gi, '$1'],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, '$1'],
  [/\b(Bearer|Basic|OAuth)\s+[\w.~+/=-]{6,}/gi, `$1 ${censor}`],
  [new RegExp(`\\b(${names})(["']?\\s*[=:]\\s*["']?)[^\\s"'&,;<>)}\\]]+`, 'gi'), `$1$2${censor}`],
  // Longer than any identifier that a platform shows to people.
  [/[\w~+=-]{40,}(?:\.[\w~+=-]+)*/g, censor],
]

/**
 * Text of a platform without what may be a secret: the given ones, credentials by name, queries of addresses, and long
 * runs of letters and digits. At most 1,000 characters.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, censor)
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean
}
