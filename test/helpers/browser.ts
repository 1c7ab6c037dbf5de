import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** Whether this machine has a browser; says so when it does not, because a suite is left out then. */
export function hasBrowser(suite: string): boolean {
  if (!executablePath) console.log(`SKIPPED SUITE: ${suite}: there is no Chromium (Debian: apt-get install chromium)`)
  return executablePath !== undefined
}

/** Starts Chromium without anything that would reach beyond this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
