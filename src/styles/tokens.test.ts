import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const grounds = ['paper', 'raised', 'sunken']
  const texts = ['ink', 'ink-soft', 'ink-faint', 'signal-text', 'brass-text', 'leaf-text', 'rust-text']
  const written = texts.flatMap((text) => grounds.map((ground) => [text, ground] as const))
  const printed = [
    ['on-signal', 'signal'],
    ['on-signal', 'signal-lit'],
    ['on-brass', 'brass'],
    ['on-brass', 'brass-lit'],
    ['on-rust', 'rust'],
    ['on-rust', 'rust-lit'],
    ['on-scrim', 'scrim'],
    ['paper', 'ink'],
    ['ink', 'bubble'],
    ['ink-faint', 'bubble'],
  ] as const

  test.each([...written, ...printed])('%s on %s reads (4.5:1)', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(
    ['edge', 'signal', 'leaf', 'rust'].flatMap((control) => grounds.map((ground) => [control, ground] as const)),
  )('%s shows on %s (3:1)', (control, ground) => {
    expect(contrast(colour(control, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

type Rgb = [number, number, number]

/** A token as linear light; `light-dark(a, b)` gives the half of the theme. */
function colour(name: string, theme: 'light' | 'dark'): Rgb {
  const value = css.match(new RegExp(`--${name}: ([^;]+);`))?.[1] ?? ''
  const found = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((it) => it.slice(1).map(Number))
  const [l, c, h] = found[theme === 'dark' ? found.length - 1 : 0] ?? []
  if (l === undefined || c === undefined || h === undefined) throw new Error(`no colour --${name}`)
  return oklch(l, c, (h * Math.PI) / 180)
}

/** OKLCH to linear sRGB (Ottosson 2020), cut to what a screen can show. */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (value: number) => Math.min(1, Math.max(0, value))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The ratio of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
