/** An address of the internet as people write it: IPv6 in its short form, and IPv4 also where it came inside of it. */
export function addressText(address: string): string {
  if (!address.includes(':')) return address
  try {
    const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
    const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)
    if (mapped === null) return short
    const [high, low] = [mapped[1], mapped[2]].map((it) => Number.parseInt(it ?? '0', 16)) as [number, number]
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  } catch {
    return address
  }
}
