import type { LoggerOptions } from 'pino'

/** One JSON line per event, with ISO times; whatever could carry a secret is never written. */
export const logOptions: LoggerOptions = {
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: ['authorization', 'accessToken', 'refreshToken', 'accountToken', 'token', 'secret', 'password'].flatMap(
      (name) => [name, `*.${name}`, `*.*.${name}`],
    ),
    censor: '[secret]',
  },
}
