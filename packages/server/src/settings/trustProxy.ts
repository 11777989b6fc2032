import { isIP } from 'node:net'

/** The values of Express for `trust proxy`: true, a number of proxies, or IP addresses. */
export function trustProxy(text = '', report: (problem: string) => void): string | number | boolean {
  if (text === '' || text === 'false') return false
  if (text === 'true') return true
  if (/^\d{1,3}$/.test(text)) return Number(text)
  for (const address of text.split(',').map(part => part.trim()))
    if (!isNetwork(address))
      report(
        `TRUST_PROXY: must be true, false, the number of proxies, or a comma-separated list of addresses and networks such as 10.0.0.0/8 or loopback, not "${address}".`,
      )
  return text
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    maxBits > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  )
}
