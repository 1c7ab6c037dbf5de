/** OpenStack Swift with its S3 API, as Debian packages it: a real S3-compatible server of one process per part. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/storage/s3.ts'
import { eventually } from './eventually.ts'
import { freePorts } from './free-ports.ts'
import { endProcess } from './run-node.ts'
import { createTempDir } from './temp-dir.ts'

const needed = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
]
const parts = ['account', 'container', 'object'] as const

/** Whether this machine has Swift; says so when it does not, because a suite is left out then. */
export function hasSwift(suite: string): boolean {
  const missing = needed.filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length === 0) return true
  const how = 'Debian: apt-get install swift-proxy swift-account swift-container swift-object memcached'
  console.log(`SKIPPED SUITE: ${suite}: there is no ${missing[0]} (${how})`)
  return false
}

/** Starts a cluster of one node on free ports and a folder of its own, with one bucket. */
export async function startSwift(): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const directory = await createTempDir()
  const [proxy, memcached, account, container, object] = await freePorts(5)
  const ports = { account, container, object } as Record<(typeof parts)[number], number>
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')))
    await directory.remove()
  }
  const start = (command: string, args: string[]) => {
    children.push(
      spawn(command, args, { stdio: process.env.TEST_LOG ? 'inherit' : 'ignore', env: { PATH: process.env.PATH } }),
    )
  }
  try {
    await mkdir(join(directory.path, 'node', 'd1'), { recursive: true })
    for (const part of parts) {
      buildRing(directory.path, part, ports[part])
      await writeFile(join(directory.path, `${part}-server.conf`), storageConf(directory.path, part, ports[part]))
    }
    await writeFile(
      join(directory.path, 'proxy-server.conf'),
      proxyConf(directory.path, proxy as number, memcached as number),
    )
    start('memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(memcached)])
    for (const name of [...parts, 'proxy']) start(`swift-${name}-server`, [join(directory.path, `${name}-server.conf`)])
    const settings: S3Settings = {
      bucket: 'media',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${proxy}`,
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
      forcePathStyle: true,
    }
    const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
    const client = new S3Client({
      region: 'us-east-1',
      endpoint: settings.endpoint as string,
      forcePathStyle: true,
      credentials,
      maxAttempts: 1,
    })
    await eventually(() => client.send(new CreateBucketCommand({ Bucket: settings.bucket })).then(() => true), {
      timeout: 60_000,
    })
    client.destroy()
    return { settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function buildRing(directory: string, part: string, port: number): void {
  const builder = join(directory, `${part}.builder`)
  for (const args of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']]) {
    const { status, stderr, stdout } = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`swift-ring-builder ${args.join(' ')}: ${stdout}${stderr}`)
  }
}

function storageConf(directory: string, part: string, port: number): string {
  return `[DEFAULT]
devices = ${directory}/node
mount_check = false
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${directory}
disable_fallocate = true
log_level = ERROR
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`
}

function proxyConf(directory: string, port: number, memcached: number): string {
  const filters = [
    'catch_errors',
    'cache',
    'listing_formats',
    'bulk',
    's3api',
    'tempauth',
    'slo',
    'dlo',
    'symlink',
    'versioned_writes',
  ]
  const settings: Record<string, string> = {
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${memcached}`,
    s3api: 'use = egg:swift#s3api\ns3_acl = false\nallow_multipart_uploads = true\nmin_segment_size = 1',
    tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
    versioned_writes: 'use = egg:swift#versioned_writes\nallow_object_versioning = true',
  }
  const sections = filters.map((name) => `[filter:${name}]\n${settings[name] ?? `use = egg:swift#${name}`}\n`)
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${directory}
log_level = ERROR
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
${sections.join('')}`
}
