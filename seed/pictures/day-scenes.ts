import { swimmer } from './people.ts'
import { ring } from './props.ts'
import { balloon, clouds, gull } from './scenery.ts'
import { colour, n, type Sheet } from './sheet.ts'

/** Pictures of daylight. Each fills the sheet it is given, whatever its shape. */
export const dayScenes = {
  'seaside-pier': (s: Sheet) => {
    const { width: w, height: h } = s
    const horizon = h * 0.56
    s.fill(
      s.linear([
        [0, '#2a6c7c'],
        [0.3, '#7fb0ac'],
        [0.45, '#f6d7a8'],
        [0.56, '#f59a62'],
      ]),
    )
    s.glow(w * 0.5, horizon, w * 0.6, colour.paper, 0.8)
    s.circle(w * 0.5, horizon - h * 0.035, Math.min(w, h) * 0.09, '#fff3d2')
    clouds(s, h * 0.2, 7, '#fdeed6')
    s.rect(
      0,
      horizon,
      w,
      h - horizon,
      s.linear([
        [0, '#f4a568'],
        [0.16, '#7f8d88'],
        [0.5, '#2b6470'],
        [1, '#0d2b36'],
      ]),
    )
    for (let at = 0; at < 150; at++) {
      const t = s.random() ** 1.7
      const near = 1 - Math.min(1, Math.abs(s.random() - 0.5) * 2)
      const x = w / 2 + (s.random() - 0.5) * w * (at < 70 ? 0.12 + t * 0.4 : 1.1)
      s.ellipse(
        x,
        horizon + 4 + t * (h - horizon),
        10 + t * 70 * near,
        1 + t * 4,
        at < 70 ? '#ffe9bd' : '#bfe0d4',
        `opacity="${n(at < 70 ? 0.75 - t * 0.4 : 0.22)}"`,
      )
    }
    const deck = (x: number, y: number): [number, number] => [
      w * (0.6 + x * (0.02 + y * 0.42) + y * -0.1),
      horizon + y * (h - horizon) * 1.02,
    ]
    for (let at = 11; at >= 0; at--) {
      const t = ((at + 0.4) / 11) ** 1.8
      for (const side of [-1, 1]) {
        const [x, y] = deck(side, t)
        s.line(`M${n(x)},${n(y + t * 160)}V${n(y - 14 - t * 190)}`, '#241a26', 2.5 + t * 16)
        s.glow(x, y - 16 - t * 200, 20 + t * 90, colour.gold, 0.75)
        s.circle(x, y - 16 - t * 200, 2.5 + t * 13, '#fff0c4')
      }
    }
    const corner = [deck(-1, 0), deck(1, 0), deck(1, 1), deck(-1, 1)].map(([x, y]) => `${n(x)},${n(y)}`)
    s.path(
      `M${corner.join('L')}Z`,
      s.linear([
        [0, '#c98258'],
        [0.4, '#7a4a44'],
        [1, '#2f1d28'],
      ]),
    )
    for (let at = 1; at < 26; at++) {
      const t = (at / 26) ** 2
      s.line(
        `M${deck(-1, t)
          .map((v) => n(v))
          .join(',')}L${deck(1, t)
          .map((v) => n(v))
          .join(',')}`,
        '#1d131c',
        1 + t * 5,
        'opacity="0.6"',
      )
    }
    for (const side of [-1, 1])
      for (const lift of [40, 105, 170]) {
        const rail = Array.from({ length: 12 }, (_, at) => (at / 11) ** 1.8).map((t) => {
          const [x, y] = deck(side, t)
          return `${n(x)},${n(y - 6 - t * lift)}`
        })
        s.line(`M${rail.join('L')}`, '#241a26', lift === 170 ? 7 : 4)
      }
    for (let at = 0; at < 7; at++) gull(s, s.between(0.08, 0.9) * w, s.between(0.1, 0.36) * h, s.between(14, 32))
    s.vignette(colour.ink, 0.35)
  },
  'desert-dawn': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#2c5a70'],
        [0.3, '#9cc0b4'],
        [0.5, '#fbe0b4'],
        [0.62, '#f7a877'],
      ]),
    )
    s.glow(w * 0.64, h * 0.42, w * 0.5, colour.paper, 0.85)
    s.circle(
      w * 0.64,
      h * 0.4,
      Math.min(w, h) * 0.11,
      s.linear([
        [0, '#fff8e2'],
        [1, '#ffd28c'],
      ]),
    )
    const tints: [string, string][] = [
      ['#e8a47c', '#c77a68'],
      ['#e08458', '#a34c4c'],
      ['#d9623f', '#7d2f3e'],
      ['#b8432f', '#4d1d30'],
      ['#7d2a2c', '#24101e'],
    ]
    for (const [at, [light, dark]] of tints.entries()) {
      const y = h * (0.5 + at * 0.095)
      const peak = w * ([0.25, 0.7, 0.35, 0.78, 0.2][at] ?? 0.5)
      const crest = y - h * (0.03 + at * 0.012)
      s.path(
        `M-10,${n(y + h * 0.06)}C${n(peak * 0.4)},${n(y + h * 0.05)} ${n(peak * 0.7)},${n(crest)} ${n(peak)},${n(crest)}C${n(peak + w * 0.16)},${n(y)} ${n(w * 0.86)},${n(y + h * 0.08)} ${n(w + 10)},${n(y + h * 0.03)}V${h}H-10Z`,
        s.linear([
          [0, light],
          [1, dark],
        ]),
      )
      s.path(
        `M${n(peak)},${n(crest)}C${n(peak + w * 0.16)},${n(y)} ${n(w * 0.86)},${n(y + h * 0.08)} ${n(w + 10)},${n(y + h * 0.03)}V${h}H${n(peak - w * 0.2)}C${n(peak + w * 0.1)},${n(y + h * 0.14)} ${n(peak - w * 0.08)},${n(y + h * 0.06)} ${n(peak)},${n(crest)}Z`,
        s.linear(
          [
            [0, dark],
            [1, '#1d1020'],
          ],
          [0, 0, 0.6, 1],
        ),
        'opacity="0.6"',
      )
    }
    balloon(s, w * 0.27, h * 0.21, Math.min(w, h) * 0.12)
    balloon(s, w * 0.8, h * 0.15, Math.min(w, h) * 0.05)
    balloon(s, w * 0.5, h * 0.34, Math.min(w, h) * 0.03)
    s.vignette(colour.wine, 0.3)
  },
  'swimming-pool': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear(
        [
          [0, '#54aca6'],
          [0.5, '#2b8388'],
          [1, '#155763'],
        ],
        [0, 0, 1, 1],
      ),
    )
    for (let at = 1; at < 9; at++)
      s.line(
        `M${n((at * w) / 9)},0Q${n((at * w) / 9 + 12)},${n(h / 2)} ${n((at * w) / 9)},${h}`,
        '#bfe6d6',
        2,
        'opacity="0.3"',
      )
    for (let at = 1; at < 12; at++)
      s.line(
        `M0,${n((at * h) / 12)}Q${n(w / 2)},${n((at * h) / 12 + 12)} ${w},${n((at * h) / 12)}`,
        '#bfe6d6',
        2,
        'opacity="0.3"',
      )
    for (let at = 0; at < 120; at++) {
      const [x, y, a] = [s.random() * w, s.random() * h, s.between(30, 100)]
      s.line(
        `M${n(x)},${n(y)}c${n(a * 0.4)},${n(-a * 0.5)} ${n(a)},${n(a * 0.3)} ${n(a * 1.3)},${n(-a * 0.16)}s${n(a * 0.6)},${n(a * 0.6)} ${n(a * 0.3)},${n(a)}`,
        '#effff2',
        s.between(1.5, 5),
        `opacity="${n(s.between(0.1, 0.42))}"`,
      )
    }
    s.path(
      `M0,0H${w}V${n(h * 0.12)}L0,${n(h * 0.2)}Z`,
      s.linear([
        [0, '#fbe4c6'],
        [1, '#eab48c'],
      ]),
    )
    s.path(`M0,${n(h * 0.2)}L${w},${n(h * 0.12)}v22L0,${n(h * 0.2 + 24)}Z`, '#fff6e2')
    for (let at = 0; at < 9; at++)
      s.line(`M${n((at * w) / 8)},0l-24,${n(h * 0.2 - (at * h * 0.08) / 8)}`, '#c98a68', 2.5, 'opacity="0.6"')
    const [rx, ry] = [w * 0.3, h * 0.72]
    ring(s, rx, ry, w * 0.17, '#e0412d', '#fff3dc')
    ring(s, w * 0.84, h * 0.34, w * 0.1, '#d9ab4c', '#fff3dc')
    s.group(`transform="translate(${n(w * 0.6)} ${n(h * 0.47)}) rotate(-24) scale(${n(w / 1080)})"`, () => {
      s.group('opacity="0.35" transform="translate(46 66)"', () => swimmer(s, '#05303a', '#05303a', '#05303a'))
      swimmer(s, '#d99a72', '#e8452f', '#2a1420')
      s.line(
        'M-150,-330C-80,-380 80,-380 150,-330M-210,-250C-230,-180 -220,-120 -190,-80M210,-250C230,-180 220,-120 190,-80',
        '#f2fff6',
        6,
        'opacity="0.6"',
      )
    })
    s.path(`M0,0H${n(w * 0.5)}L0,${n(h * 0.5)}Z`, colour.paper, 'opacity="0.1"')
    s.vignette(colour.deep, 0.45)
  },
} satisfies Record<string, (sheet: Sheet) => void>
