/** Seconds as they are typed in a list of captions: `0:07.50`, `1:02:09.00`. */
export function writeTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100)
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100]
  const two = (it: number) => String(it).padStart(2, '0')
  const hours = Math.floor(whole / 3_600)
  const minutes = Math.floor(whole / 60) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}.${two(rest)}`
}

/** Seconds of `7`, `7.5`, `0:07,5` or `1:02:09`; null for what is no time. */
export function readTime(typed: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(typed.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
