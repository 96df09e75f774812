import { bouquet, petal } from './props.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures of things, close by. Each fills the sheet it is given, whatever its shape. */
export const stillScenes = {
  'tea-cup': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#f3d9b8'],
        [0.62, '#eab48a'],
        [1, '#d98a68'],
      ]),
    )
    s.glow(w * 0.16, h * 0.14, w * 0.9, colour.paper, 0.9)
    for (let at = 0; at < 4; at++)
      s.path(
        `M${n(w * (0.02 + at * 0.17))},0h${n(w * 0.13)}l${n(w * 0.34)},${n(h * 0.62)}h${n(-w * 0.13)}Z`,
        colour.paper,
        'opacity="0.34"',
      )
    s.rect(
      0,
      h * 0.62,
      w,
      h * 0.38,
      s.linear([
        [0, '#2f7076'],
        [0.3, '#1f5862'],
        [1, '#0f333d'],
      ]),
    )
    s.rect(0, h * 0.62, w, 6, '#8fc0b4', 'opacity="0.7"')
    s.path(
      `M${n(w * 0.1)},${n(h * 0.62)}L${n(w * 0.64)},${n(h * 0.62)}L${n(w * 1.02)},${h}H${n(w * 0.34)}Z`,
      colour.gold,
      'opacity="0.14"',
    )
    bouquet(s, w * 0.78, h * 0.7, 1.05)
    for (const [at, tint] of ['#8c2530', '#e3a04a', '#2b1c30'].entries()) {
      s.rect(w * 0.08 + at * 14, h * (0.705 - at * 0.04), w * 0.3 - at * 24, h * 0.04, tint, 'rx="5"')
      s.rect(w * 0.08 + at * 14 + w * 0.24 - at * 24, h * (0.708 - at * 0.04), w * 0.057, h * 0.034, '#f7e8cc')
      s.rect(w * 0.08 + at * 14, h * (0.705 - at * 0.04), w * 0.3 - at * 24, 5, colour.paper, 'opacity="0.4"')
    }
    const [cx, cy] = [w * 0.47, h * 0.75]
    s.ellipse(cx + 80, cy + 118, 330, 70, '#06181e', 'opacity="0.45"')
    s.ellipse(
      cx,
      cy + 92,
      300,
      66,
      s.linear([
        [0, '#fffaf0'],
        [1, '#cfa98f'],
      ]),
    )
    s.ellipse(
      cx,
      cy + 84,
      278,
      55,
      s.linear([
        [0, '#e2c4a8'],
        [1, '#fffaf0'],
      ]),
    )
    s.ellipse(cx, cy + 84, 290, 60, 'none', `stroke="${colour.brass}" stroke-width="5"`)
    s.ellipse(cx + 20, cy + 88, 130, 24, '#7a4a40', 'opacity="0.5"')
    s.line(
      `M${n(cx + 180)},${n(cy - 76)}C${n(cx + 290)},${n(cy - 110)} ${n(cx + 290)},${n(cy + 30)} ${n(cx + 130)},${n(cy + 34)}`,
      '#e6cbb0',
      30,
    )
    s.line(
      `M${n(cx + 180)},${n(cy - 82)}C${n(cx + 282)},${n(cy - 112)} ${n(cx + 282)},${n(cy + 22)} ${n(cx + 130)},${n(cy + 28)}`,
      '#fff8ea',
      13,
    )
    const cup = `M${n(cx - 200)},${n(cy - 130)}C${n(cx - 196)},${n(cy + 10)} ${n(cx - 130)},${n(cy + 92)} ${n(cx - 74)},${n(cy + 96)}H${n(cx + 74)}C${n(cx + 130)},${n(cy + 92)} ${n(cx + 196)},${n(cy + 10)} ${n(cx + 200)},${n(cy - 130)}Z`
    s.path(
      cup,
      s.linear(
        [
          [0, '#fffdf6'],
          [0.35, '#fff6e6'],
          [0.75, '#dfbd9f'],
          [1, '#a87862'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.clip(`<path d="${cup}"/>`, () => {
      for (let at = 0; at < 9; at++)
        s.path(`M${n(cx - 200 + at * 50)},${n(cy - 70)}q25,-36 50,0q-25,40 -50,0Z`, at % 2 ? '#d9ab4c' : '#e0412d')
      s.rect(cx - 210, cy - 28, 420, 5, colour.brass)
    })
    s.ellipse(cx, cy - 130, 200, 42, '#fffaf0')
    s.ellipse(
      cx,
      cy - 126,
      182,
      34,
      s.linear([
        [0, '#6d2a16'],
        [1, '#c9692e'],
      ]),
    )
    s.ellipse(cx - 40, cy - 120, 80, 12, '#f3b56a', 'opacity="0.6"')
    s.ellipse(cx, cy - 130, 200, 42, 'none', `stroke="${colour.brass}" stroke-width="5"`)
    s.blur(9, () => {
      for (const dx of [-60, 10, 70])
        s.line(
          `M${n(cx + dx)},${n(cy - 150)}c-50,-70 50,-110 4,-190c-30,-60 30,-90 10,-140`,
          colour.paper,
          22,
          'opacity="0.5"',
        )
    })
    s.vignette(colour.wine, 0.35)
  },
  bouquet: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#1b3f4a'],
        [0.7, '#2d6b70'],
        [1, '#143540'],
      ]),
    )
    s.glow(w * 0.3, h * 0.24, w * 0.85, colour.mist, 0.55)
    s.rect(
      0,
      h * 0.8,
      w,
      h * 0.2,
      s.linear([
        [0, '#b86a4a'],
        [0.15, '#84402f'],
        [1, '#2a1018'],
      ]),
    )
    s.ellipse(w * 0.58, h * 0.89, w * 0.36, h * 0.035, '#14080c', 'opacity="0.6"')
    bouquet(s, w / 2, h * 0.88, 2.25)
    for (let at = 0; at < 9; at++) petal(s, s.between(0.1, 0.9) * w, s.between(0.87, 0.97) * h, s.between(0.7, 1.2))
    s.vignette()
  },
  'cut-flowers': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear(
        [
          [0, '#fbe9d0'],
          [1, '#f2b998'],
        ],
        [0, 0, 1, 1],
      ),
    )
    s.circle(w * 0.56, h * 0.4, w * 0.36, '#e8452f')
    s.circle(
      w * 0.56,
      h * 0.4,
      w * 0.36,
      s.linear([
        [0, '#f9b27a', 0.8],
        [1, '#8c1d22', 0.5],
      ]),
    )
    const leaf = (x: number, y: number, turn: number, long: number, tint: string): void => {
      s.group(`transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`, () => {
        const d = `M0,0C${n(long * 0.34)},${n(-long * 0.2)} ${n(long * 0.3)},${n(-long * 0.76)} 0,${n(-long)}C${n(-long * 0.3)},${n(-long * 0.76)} ${n(-long * 0.34)},${n(-long * 0.2)} 0,0Z`
        s.path(d, colour.ink, 'opacity="0.2" transform="translate(9 13)"')
        s.path(d, tint)
        s.path(
          `M0,0C${n(long * 0.34)},${n(-long * 0.2)} ${n(long * 0.3)},${n(-long * 0.76)} 0,${n(-long)}Z`,
          colour.ink,
          'opacity="0.13"',
        )
        s.line(`M0,0V${n(-long * 0.86)}`, colour.paper, 3, 'opacity="0.35"')
      })
    }
    const greens = ['#123d47', '#1b5560', '#3d8c8f', '#6a3a6e', '#d9ab4c', '#3b1f42'] as const
    for (let at = 0; at < 15; at++)
      leaf(
        w * (0.5 + (at - 7) * 0.022),
        h * 1.02,
        -58 + at * 8.2 + s.between(-4, 4),
        h * s.between(0.46, 0.86) * (1 - Math.abs(at - 7) * 0.026),
        greens[at % greens.length] ?? '#123d47',
      )
    for (const [x, y, r, tint] of [
      [0.34, 0.44, 0.13, '#f6c3ac'],
      [0.66, 0.36, 0.15, '#fbf0dc'],
      [0.5, 0.62, 0.14, '#e8452f'],
      [0.23, 0.68, 0.09, '#f3d58a'],
      [0.8, 0.62, 0.1, '#f5866a'],
    ] as const) {
      s.line(
        `M${n(w * x)},${n(h * y)}Q${n(w * (x * 0.4 + 0.3))},${n(h * 0.85)} ${n(w * 0.5)},${n(h * 1.02)}`,
        '#0d2b36',
        9,
      )
      for (const [ring2, count, wide] of [
        [1, 11, 1],
        [0.68, 8, 0.9],
      ] as const) {
        for (let at = 0; at < count; at++) {
          const [px, py] = around(w * x, h * y, w * r * ring2 * 0.5, (at * 360) / count + ring2 * 20)
          const place = `transform="rotate(${n((at * 360) / count + ring2 * 20)} ${n(px)} ${n(py)})"`
          s.ellipse(px + 4, py + 7, w * r * 0.27 * wide, w * r * 0.5 * ring2, colour.ink, `opacity="0.13" ${place}`)
          s.ellipse(
            px,
            py,
            w * r * 0.25 * wide,
            w * r * 0.5 * ring2,
            s.linear([
              [0, tint],
              [1, ring2 === 1 ? '#d98a6a' : tint],
            ]),
            place,
          )
        }
      }
      s.circle(w * x, h * y, w * r * 0.26, '#3b1f42')
      for (let at = 0; at < 14; at++)
        s.circle(...around(w * x, h * y, w * r * 0.2, at * 25.7), w * r * 0.032, colour.gold)
    }
    s.vignette(colour.wine, 0.25)
  },
} satisfies Record<string, (sheet: Sheet) => void>
