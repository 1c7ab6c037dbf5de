/** Which IP addresses a request on a stranger's behalf may reach: public ones, and what the operator allows. */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Everything that IANA's registries call special purpose, and the addresses at which clouds answer their machines. */
const refusedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** Of 2000::/3, the only part of IPv6 that is given out for the internet. */
const refusedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const refused = toBlockList([...refusedIPv4, ...refusedIPv6])
const globalIPv6 = toBlockList(['2000::/3'])

/** Judges addresses in any form that `net.isIP` takes; what is no address is refused. */
export type AddressJudge = (address: string) => boolean

/** @param allowed CIDR blocks that may be reached besides public addresses */
export function createAddressJudge(allowed: readonly string[]): AddressJudge {
  const exceptions = toBlockList(allowed)
  const judge = (address: string): boolean => {
    const plain = address.split('%', 1)[0] as string
    if (isIP(plain) === 0) return false
    if (isIPv4(plain)) return exceptions.check(plain) || !refused.check(plain)
    const inner = innerIPv4(plain)
    if (inner) return judge(inner)
    if (exceptions.check(plain, 'ipv6')) return true
    return globalIPv6.check(plain, 'ipv6') && !refused.check(plain, 'ipv6')
  }
  return judge
}

/** Whether `text` is a CIDR block such as 127.0.0.0/8 or fd00::/8. */
export function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const version = isIP(address)
  return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/** The IPv4 address that packets to a mapped (::ffff:0:0/96) or NAT64 (64:ff9b::/96) address end up at. */
function innerIPv4(address: string): string | undefined {
  const groups = toGroups(address)
  const prefix = groups.slice(0, 6).join(':')
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return undefined
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function toGroups(address: string): string[] {
  // URL knows every way to write an address, and one way to print it.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function toBlockList(blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', bits] = block.split('/')
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}
