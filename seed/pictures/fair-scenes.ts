import { crowd } from './people.ts'
import { bulb, horse } from './props.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures from the fairground. Each fills the sheet it is given, whatever its shape. */
export const fairScenes = {
  'big-top': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#1a2c4a'],
        [0.35, '#6a3a6e'],
        [0.62, '#f08a5c'],
        [0.8, '#fbd08d'],
      ]),
    )
    s.stars(70, h * 0.35)
    s.circle(w * 0.8, h * 0.14, w * 0.05, colour.cream)
    s.circle(w * 0.818, h * 0.134, w * 0.044, '#26325a')
    for (let at = 0; at < 3; at++)
      s.path(
        `M0,${n(h * (0.72 + at * 0.04))}Q${n(w * 0.3)},${n(h * (0.64 + at * 0.05))} ${n(w * 0.6)},${n(h * (0.71 + at * 0.04))}T${w},${n(h * (0.69 + at * 0.04))}V${h}H0Z`,
        ['#7c4468', '#4d2c54', '#2b1a38'][at] ?? colour.plum,
      )
    const [left, right, eave, base, tip] = [w * 0.1, w * 0.9, h * 0.56, h * 0.86, h * 0.22]
    const stripes = 13
    for (let at = 0; at < stripes; at++) {
      const a = left + ((right - left) * at) / stripes
      const b = left + ((right - left) * (at + 1)) / stripes
      const bend = (x: number): number => w / 2 + (x - w / 2) * 0.2
      const light = 1 - Math.abs(at - 4) / 11
      const tint = at % 2 ? '#fbeccd' : '#e0412d'
      const d = `M${n(w / 2 + (at - 6.5) * 2)},${n(tip)}Q${n(bend(a))},${n(h * 0.44)} ${n(a)},${n(eave)}H${n(b)}Q${n(bend(b))},${n(h * 0.44)} ${n(w / 2 + (at - 5.5) * 2)},${n(tip)}Z`
      s.path(d, tint)
      s.path(d, colour.plum, `opacity="${n(0.55 - light * 0.55)}"`)
      const [c, e] = [a + (w / 2 - a) * 0.1, b + (w / 2 - b) * 0.1]
      s.path(
        `M${n(c)},${n(eave)}H${n(e)}V${n(base)}H${n(c)}Z`,
        s.linear([
          [0, at % 2 ? '#d9b98d' : '#8f2026'],
          [1, at % 2 ? '#f7dfae' : '#c43a2b'],
        ]),
      )
      s.path(
        `M${n(a)},${n(eave)}H${n(b)}V${n(eave + 14)}Q${n((a + b) / 2)},${n(eave + 52)} ${n(a)},${n(eave + 14)}Z`,
        at % 2 ? '#e0412d' : '#fbeccd',
      )
    }
    s.path(
      `M${n(w * 0.43)},${n(base)}Q${n(w * 0.49)},${n(h * 0.7)} ${n(w * 0.5)},${n(h * 0.62)}Q${n(w * 0.51)},${n(h * 0.7)} ${n(w * 0.57)},${n(base)}Z`,
      s.linear([
        [0, '#fff4cf'],
        [1, '#f5a843'],
      ]),
    )
    s.glow(w / 2, h * 0.8, w * 0.4, colour.gold, 0.65)
    s.line(`M${n(w / 2)},${n(tip)}V${n(tip - h * 0.07)}`, colour.ink, 6)
    s.path(`M${n(w / 2)},${n(tip - h * 0.07)}q60,4 96,26q-44,12 -96,16Z`, colour.brass)
    for (const side of [-1, 1]) {
      s.line(
        `M${n(w / 2)},${n(tip + 6)}Q${n(w / 2 + side * w * 0.3)},${n(h * 0.42)} ${n(w / 2 + side * w * 0.56)},${n(h * 0.4)}`,
        colour.ink,
        2.5,
      )
      for (let at = 1; at < 12; at++) {
        const t = at / 12
        bulb(
          s,
          w / 2 + side * w * (0.6 * t * (1 - t) + 0.56 * t * t),
          (1 - t) ** 2 * (tip + 6) + 2 * t * (1 - t) * h * 0.42 + t * t * h * 0.4,
          6,
        )
      }
    }
    s.path(
      `M0,${n(base)}Q${n(w / 2)},${n(base - 18)} ${w},${n(base)}V${h}H0Z`,
      s.linear([
        [0, '#2b1a38'],
        [1, '#120c1a'],
      ]),
    )
    s.path(
      `M${n(w * 0.43)},${n(base - 8)}H${n(w * 0.57)}L${n(w * 0.66)},${n(h * 0.95)}H${n(w * 0.34)}Z`,
      s.linear([
        [0, colour.gold, 0.6],
        [1, colour.gold, 0],
      ]),
    )
    crowd(s, h * 0.965, 22, '#0e0a14')
    s.vignette(colour.ink, 0.4)
  },
  'carousel-dusk': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#22305c'],
        [0.4, '#7a4a86'],
        [0.72, '#f59a72'],
        [1, '#3b1f42'],
      ]),
    )
    s.stars(50, h * 0.3)
    s.glow(w / 2, h * 0.55, w * 0.75, colour.gold, 0.7)
    s.rect(
      w * 0.47,
      h * 0.36,
      w * 0.06,
      h * 0.46,
      s.linear(
        [
          [0, '#8a5f1c'],
          [0.45, '#fff0c4'],
          [1, '#8a5f1c'],
        ],
        [0, 0, 1, 0],
      ),
    )
    for (let at = 0; at < 9; at++)
      s.rect(w * (0.24 + at * 0.06), h * 0.38, w * 0.044, h * 0.42, at % 2 ? '#fde2ae' : '#f2b97e', 'opacity="0.5"')
    for (const [x, y, k, back] of [
      [0.34, 0.62, 0.62, 1],
      [0.66, 0.6, 0.62, 1],
      [0.2, 0.68, 0.95, 0],
      [0.5, 0.71, 1.12, 0],
      [0.82, 0.66, 0.95, 0],
    ] as const) {
      s.rect(
        w * x - 5 * k,
        h * 0.36,
        10 * k,
        h * 0.47,
        s.linear(
          [
            [0, '#8a5f1c'],
            [0.5, '#fff3cd'],
            [1, '#8a5f1c'],
          ],
          [0, 0, 1, 0],
        ),
        back ? 'opacity="0.7"' : '',
      )
      horse(s, w * x, h * y, k * (w / 1080), back ? '#c99a86' : s.pick(['#fbf0dc', '#2b1c30', '#f7dcc4']))
    }
    const [cy, rx] = [h * 0.36, w * 0.46]
    for (let at = 0; at < 14; at++) {
      const a = w / 2 - rx + (at * rx * 2) / 14
      const b = a + (rx * 2) / 14
      const dip = (x: number): number => cy + Math.sqrt(Math.max(0, 1 - ((x - w / 2) / rx) ** 2)) * h * 0.045
      const tint = at % 2 ? '#fbeccd' : '#e0412d'
      const roof = `M${n(w / 2)},${n(h * 0.14)}Q${n(w / 2 + (a - w / 2) * 0.4)},${n(h * 0.28)} ${n(a)},${n(dip(a))}L${n(b)},${n(dip(b))}Q${n(w / 2 + (b - w / 2) * 0.4)},${n(h * 0.28)} ${n(w / 2)},${n(h * 0.14)}Z`
      s.path(roof, tint)
      s.path(roof, colour.plum, `opacity="${n(Math.abs(at - 5) * 0.055)}"`)
      s.path(
        `M${n(a)},${n(dip(a))}L${n(b)},${n(dip(b))}V${n(dip(b) + 30)}Q${n((a + b) / 2)},${n(dip(b) + 76)} ${n(a)},${n(dip(a) + 30)}Z`,
        at % 2 ? '#1b5560' : '#d9ab4c',
      )
      bulb(s, (a + b) / 2, dip((a + b) / 2) + 6, 8)
    }
    s.circle(w / 2, h * 0.13, 20, colour.gold)
    s.path(
      `M${n(w * 0.04)},${n(h * 0.83)}A${n(w * 0.46)},${n(h * 0.05)} 0 0 0 ${n(w * 0.96)},${n(h * 0.83)}V${n(h * 0.865)}A${n(w * 0.46)},${n(h * 0.05)} 0 0 1 ${n(w * 0.04)},${n(h * 0.865)}Z`,
      s.linear(
        [
          [0, '#8c1d22'],
          [0.4, '#f2573a'],
          [1, '#6d1620'],
        ],
        [0, 0, 1, 0],
      ),
    )
    for (let at = 0; at < 19; at++) {
      const t = -1 + (at / 18) * 2
      bulb(s, w / 2 + t * w * 0.45, h * 0.848 + Math.sqrt(1 - t * t) * h * 0.05, 6.5)
    }
    s.ellipse(w / 2, h * 0.945, w * 0.5, h * 0.03, colour.gold, 'opacity="0.16"')
    s.vignette(colour.ink, 0.45)
  },
  'ferris-wheel': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0c1a2e'],
        [0.5, '#1b4a5c'],
        [0.82, '#e07a56'],
        [1, '#3b1f42'],
      ]),
    )
    s.stars(120, h * 0.6)
    const [cx, cy, r] = [w / 2, h * 0.44, Math.min(w * 0.4, h * 0.36)]
    s.glow(cx, cy, r * 1.5, colour.signal, 0.4)
    s.path(
      `M${n(cx)},${n(cy)}L${n(cx - r * 0.55)},${n(h * 0.92)}H${n(cx - r * 0.47)}L${n(cx)},${n(cy + 40)}L${n(cx + r * 0.47)},${n(h * 0.92)}H${n(cx + r * 0.55)}Z`,
      '#120d18',
    )
    for (const [ring, wide] of [
      [1, 7],
      [0.9, 4],
      [0.42, 4],
    ] as const)
      s.circle(cx, cy, r * ring, 'none', `stroke="#f3d58a" stroke-opacity="0.8" stroke-width="${wide}"`)
    for (let at = 0; at < 16; at++) {
      const angle = at * 22.5 + 7
      const [x, y] = around(cx, cy, r, angle)
      s.line(`M${n(cx)},${n(cy)}L${n(x)},${n(y)}`, '#f5b27a', 2.5, 'opacity="0.7"')
      for (let step = 2; step < 9; step++) {
        const [lx, ly] = around(cx, cy, (r * step) / 9, angle)
        s.circle(lx, ly, 3.4, at % 2 ? '#ffd9a0' : '#ff8a66')
      }
    }
    for (let at = 0; at < 64; at++) bulb(s, ...around(cx, cy, r, at * 5.625), 3.6)
    for (let at = 0; at < 16; at++) {
      const [x, y] = around(cx, cy, r, at * 22.5 + 7)
      const tint = ['#e8452f', '#d9ab4c', '#3d8c8f', '#fbeccd'][at % 4] ?? colour.signal
      s.path(
        `M${n(x - 26)},${n(y + 22)}H${n(x + 26)}Q${n(x + 24)},${n(y + 54)} ${n(x)},${n(y + 56)}Q${n(x - 24)},${n(y + 54)} ${n(x - 26)},${n(y + 22)}Z`,
        tint,
      )
      s.path(`M${n(x - 30)},${n(y + 12)}Q${n(x)},${n(y - 20)} ${n(x + 30)},${n(y + 12)}Z`, tint)
      s.line(`M${n(x - 22)},${n(y + 12)}V${n(y + 24)}M${n(x + 22)},${n(y + 12)}V${n(y + 24)}`, colour.cream, 3)
    }
    s.circle(cx, cy, r * 0.1, colour.brass)
    s.circle(cx, cy, r * 0.05, colour.signal)
    for (let at = 0; at < 9; at++) {
      const x = w * (at / 8)
      const top = h * 0.86
      s.path(
        `M${n(x - 80)},${n(top + 46)}L${n(x)},${n(top - 22)}L${n(x + 80)},${n(top + 46)}V${h}H${n(x - 80)}Z`,
        at % 2 ? '#2a1830' : '#381d36',
      )
      s.rect(x - 34, top + 66, 68, 46, '#ffd48a', 'opacity="0.8"')
      s.glow(x, top + 88, 110, colour.gold, 0.5)
    }
    s.rect(0, h * 0.945, w, h * 0.06, '#120c18')
    s.vignette(colour.ink, 0.4)
  },
} satisfies Record<string, (sheet: Sheet) => void>
