import { bulb } from './stage-scenes.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures from outside: cities, seas and fairgrounds; each fills the sheet it is given, whatever its shape. */
export const worldScenes = {
  'rooftop-night': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0b1226'],
        [0.4, '#2d2250'],
        [0.66, '#8a3c5e'],
        [0.8, '#f0875a'],
      ]),
    )
    s.stars(130, h * 0.45)
    s.glow(w * 0.72, h * 0.2, Math.min(w, h) * 0.34, colour.cream, 0.5)
    s.circle(w * 0.72, h * 0.2, Math.min(w, h) * 0.07, '#fdf1d4')
    skyline(s, h * 0.5, h * 0.9, '#553056', 0.35, 0.05)
    skyline(s, h * 0.58, h, '#33203f', 0.6, 0.075)
    skyline(s, h * 0.68, h, '#1b1326', 0.75, 0.1)
    s.rect(
      0,
      h * 0.88,
      w,
      h * 0.12,
      s.linear([
        [0, '#221628'],
        [1, '#0e0a12'],
      ]),
    )
    s.rect(0, h * 0.872, w, h * 0.014, '#3c2740')
    s.line(`M${n(-20)},${n(h * 0.6)}Q${n(w * 0.5)},${n(h * 0.78)} ${n(w + 20)},${n(h * 0.56)}`, '#0e0a12', 3)
    for (let at = 0; at <= 12; at++) {
      const t = at / 12
      bulb(s, t * w, (1 - t) ** 2 * h * 0.6 + 2 * t * (1 - t) * h * 0.78 + t * t * h * 0.56 + 10, w * 0.0085)
    }
    seated(s, w * 0.3, h * 0.876, Math.min(w, h) / 1080)
    s.vignette(colour.ink, 0.45)
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
  lanterns: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0d1626'],
        [0.5, '#2c2a52'],
        [0.7, '#6a3a6e'],
        [0.72, '#2a2248'],
        [1, '#0b0f1c'],
      ]),
    )
    s.stars(110, h * 0.6)
    for (let at = 0; at < 3; at++)
      s.path(
        `M0,${n(h * (0.66 + at * 0.02))}Q${n(w * (0.2 + at * 0.1))},${n(h * (0.56 + at * 0.03))} ${n(w * 0.45)},${n(h * (0.67 + at * 0.015))}T${w},${n(h * (0.62 + at * 0.03))}V${n(h * 0.72)}H0Z`,
        ['#3c3060', '#2a2248', '#191632'][at] ?? colour.night,
      )
    const lamps = Array.from({ length: 34 }, () => ({
      x: s.between(-0.02, 1.02) * w,
      y: s.between(0.03, 0.62) * h,
      k: 0.18 + s.random() ** 2.2,
    })).sort((a, b) => a.k - b.k)
    for (const { x, y, k } of lamps) {
      const r = k * Math.min(w, h) * 0.1
      const mirror = h * 0.72 + (h * 0.72 - y) * 0.42
      s.ellipse(
        x,
        mirror,
        r * 0.75,
        r * 2.1,
        s.radial([
          [0, '#ffb05a', 0.5 * k + 0.12],
          [1, '#ff8a4a', 0],
        ]),
      )
      s.glow(x, y, r * 3, '#ff9a4a', 0.6)
      s.path(
        `M${n(x - r * 0.62)},${n(y + r)}C${n(x - r * 1.1)},${n(y - r * 0.3)} ${n(x - r * 0.8)},${n(y - r * 1.1)} ${n(x)},${n(y - r * 1.15)}C${n(x + r * 0.8)},${n(y - r * 1.1)} ${n(x + r * 1.1)},${n(y - r * 0.3)} ${n(x + r * 0.62)},${n(y + r)}Z`,
        s.linear([
          [0, '#c9402c'],
          [0.5, '#f7893f'],
          [0.9, '#ffe39a'],
          [1, '#fff6d8'],
        ]),
      )
      s.ellipse(x, y + r, r * 0.62, r * 0.14, '#fff3cf')
      s.line(
        `M${n(x - r * 0.3)},${n(y - r)}Q${n(x - r * 0.5)},${n(y)} ${n(x - r * 0.3)},${n(y + r)}M${n(x + r * 0.3)},${n(y - r)}Q${n(x + r * 0.5)},${n(y)} ${n(x + r * 0.3)},${n(y + r)}`,
        '#8c2a1c',
        1.6,
        'opacity="0.5"',
      )
    }
    for (let at = 0; at < 70; at++)
      s.ellipse(
        s.random() * w,
        s.between(0.73, 1) * h,
        s.between(20, 90),
        1.6,
        '#ffcf96',
        `opacity="${n(s.between(0.05, 0.26))}"`,
      )
    s.path(
      `M${n(w * 0.36)},${n(h * 0.86)}Q${n(w * 0.5)},${n(h * 0.905)} ${n(w * 0.66)},${n(h * 0.855)}Q${n(w * 0.6)},${n(h * 0.915)} ${n(w * 0.5)},${n(h * 0.915)}Q${n(w * 0.41)},${n(h * 0.915)} ${n(w * 0.36)},${n(h * 0.86)}Z`,
      '#0c0a14',
    )
    seated(s, w * 0.47, h * 0.875, (Math.min(w, h) / 1080) * 0.62)
    s.vignette()
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
  lighthouse: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#091521'],
        [0.5, '#174550'],
        [0.72, '#3d7f82'],
      ]),
    )
    s.stars(150, h * 0.6)
    clouds(s, h * 0.5, 7, '#2f6b74')
    const [lx, ly] = [w * 0.62, h * 0.27]
    for (const angle of [74, -104]) s.beam(lx, ly, angle, 8, w * 1.3, '#fff0c0', 1)
    s.glow(lx, ly, w * 0.3, colour.gold, 0.9)
    s.rect(
      0,
      h * 0.72,
      w,
      h * 0.28,
      s.linear([
        [0, '#2d6b72'],
        [1, '#08171f'],
      ]),
    )
    for (let at = 0; at < 90; at++) {
      const t = s.random()
      s.ellipse(
        s.random() * w,
        h * (0.725 + t * 0.27),
        14 + t * 60,
        1 + t * 3,
        '#d8efe0',
        `opacity="${n(0.3 - t * 0.16)}"`,
      )
    }
    s.path(
      `M${n(w * 0.3)},${n(h * 0.84)}C${n(w * 0.4)},${n(h * 0.75)} ${n(w * 0.48)},${n(h * 0.69)} ${n(w * 0.6)},${n(h * 0.69)}C${n(w * 0.76)},${n(h * 0.69)} ${n(w * 0.9)},${n(h * 0.74)} ${n(w * 1.05)},${n(h * 0.72)}V${n(h * 0.9)}Q${n(w * 0.6)},${n(h * 0.82)} ${n(w * 0.3)},${n(h * 0.84)}Z`,
      s.linear([
        [0, '#3b2a3c'],
        [1, '#120d16'],
      ]),
    )
    const tower = `M${n(lx - w * 0.045)},${n(ly + h * 0.035)}H${n(lx + w * 0.045)}L${n(lx + w * 0.075)},${n(h * 0.705)}H${n(lx - w * 0.075)}Z`
    s.path(
      tower,
      s.linear(
        [
          [0, '#fdf3df'],
          [0.5, '#f1d9b8'],
          [1, '#8d6a6a'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.clip(`<path d="${tower}"/>`, () => {
      for (let at = 0; at < 3; at++)
        s.path(
          `M0,${n(ly + h * (0.11 + at * 0.13))}L${w},${n(ly + h * (0.085 + at * 0.13))}v${n(h * 0.065)}L0,${n(ly + h * (0.175 + at * 0.13))}Z`,
          '#d63f2c',
        )
      s.rect(lx + w * 0.02, ly, w * 0.06, h, colour.ink, 'opacity="0.3"')
    })
    s.rect(lx - w * 0.06, ly + h * 0.026, w * 0.12, h * 0.013, '#17121a')
    s.rect(
      lx - w * 0.034,
      ly - h * 0.026,
      w * 0.068,
      h * 0.054,
      s.radial([
        [0, '#ffffff'],
        [0.6, '#ffe7a0'],
        [1, '#f5b04a'],
      ]),
    )
    s.path(
      `M${n(lx - w * 0.046)},${n(ly - h * 0.024)}Q${n(lx)},${n(ly - h * 0.075)} ${n(lx + w * 0.046)},${n(ly - h * 0.024)}Z`,
      '#a82a24',
    )
    s.glow(lx, ly, w * 0.12, '#ffffff', 0.9)
    for (let at = 0; at < 4; at++)
      s.path(
        `M0,${n(h * (0.86 + at * 0.04))}${Array.from({ length: 10 }, (_, i) => `q${n(w / 20)},${n((i % 2 ? 1 : -1) * h * 0.012)} ${n(w / 10)},0`).join('')}V${h}H0Z`,
        ['#1d5560', '#143f4a', '#0d2b36', '#081c25'][at] ?? colour.deep,
      )
    s.vignette()
  },
  'rain-window': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#12222f'],
        [0.6, '#33264a'],
        [1, '#4a1f33'],
      ]),
    )
    for (let at = 0; at < 75; at++) {
      const tint = s.pick(['#e8452f', '#f3d58a', '#3d8c8f', '#f5866a', '#fbeccd', '#8f5f9a'])
      const r = s.between(0.018, 0.075) * w
      const y = h * (0.5 + (s.random() - 0.5) * (0.3 + s.random() * 0.65))
      s.circle(
        s.random() * w,
        y,
        r,
        s.radial([
          [0, tint, 0.3],
          [0.8, tint, 0.42],
          [0.93, tint, 0.6],
          [1, tint, 0],
        ]),
      )
    }
    for (let at = 0; at < 250; at++) {
      const [x, y, r] = [s.random() * w, s.random() * h, 2 + s.random() ** 3 * 15]
      s.ellipse(
        x,
        y,
        r,
        r * 1.15,
        s.linear([
          [0, '#0c0f18', 0.5],
          [1, '#fff1d6', 0.6],
        ]),
      )
      s.circle(x - r * 0.3, y - r * 0.35, r * 0.24, '#ffffff', 'opacity="0.8"')
    }
    for (let at = 0; at < 16; at++) {
      const x = s.random() * w
      const y = s.random() * h * 0.7
      const long = s.between(0.08, 0.34) * h
      s.path(
        `M${n(x - 2)},${n(y)}q${n(s.between(-8, 8))},${n(long / 2)} -3,${n(long)}a8,10 0 0 0 15,0q-5,${n(-long / 2)} -8,${n(-long)}Z`,
        s.linear([
          [0, '#ffffff', 0],
          [1, '#ffffff', 0.4],
        ]),
      )
    }
    s.rect(w * 0.485, 0, w * 0.03, h, '#100b12')
    s.rect(0, h * 0.36, w, h * 0.02, '#100b12')
    s.rect(
      0,
      h * 0.9,
      w,
      h * 0.1,
      s.linear([
        [0, '#3a2530'],
        [1, '#120b12'],
      ]),
    )
    const [x, y] = [w * 0.26, h * 0.905]
    for (let at = 0; at < 9; at++) {
      const [tx, ty] = around(x, y - h * 0.075, h * s.between(0.1, 0.19), -64 + at * 16)
      s.path(
        `M${n(x)},${n(y - h * 0.06)}Q${n((x + tx) / 2 - 30)},${n((y + ty) / 2 - 60)} ${n(tx)},${n(ty)}Q${n((x + tx) / 2 + 34)},${n((y + ty) / 2 - 20)} ${n(x)},${n(y - h * 0.06)}Z`,
        at % 2 ? '#0d1c20' : '#143035',
      )
    }
    s.path(
      `M${n(x - w * 0.07)},${n(y - h * 0.075)}H${n(x + w * 0.07)}L${n(x + w * 0.05)},${n(y + 16)}H${n(x - w * 0.05)}Z`,
      s.linear(
        [
          [0, '#6d2a24'],
          [0.5, '#d8583c'],
          [1, '#4a1a1c'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.vignette()
  },
} satisfies Record<string, (sheet: Sheet) => void>

function skyline(s: Sheet, low: number, base: number, tint: string, lit: number, wide: number): void {
  for (let x = -20; x < s.width; ) {
    const w = s.width * wide * s.between(0.6, 1.3)
    const top = low + s.between(-0.11, 0.09) * s.height
    s.rect(
      x,
      top,
      w - 3,
      base - top,
      s.linear([
        [0, tint],
        [1, '#140d1c'],
      ]),
    )
    if (s.random() < 0.3) s.line(`M${n(x + w / 2)},${n(top)}v${n(-s.between(20, 70))}`, tint, 3)
    const cell = s.width * wide * 0.17
    for (let wy = top + cell; wy < base - cell; wy += cell * 1.35) {
      for (let wx = x + cell * 0.6; wx < x + w - cell; wx += cell * 1.1) {
        if (s.random() < lit * 0.5)
          s.rect(
            wx,
            wy,
            cell * 0.55,
            cell * 0.7,
            s.pick(['#ffd48a', '#ffb46a', '#fff0c4', '#e8735a']),
            `fill-opacity="${n(s.between(0.35, 0.95))}"`,
          )
      }
    }
    x += w
  }
}

function clouds(s: Sheet, y: number, count: number, tint: string): void {
  for (let at = 0; at < count; at++) {
    const [x, top, w] = [s.random() * s.width, y + s.between(-0.14, 0.14) * s.height, s.between(0.14, 0.36) * s.width]
    for (let puff = 0; puff < 3; puff++)
      s.ellipse(x + (puff - 1) * w * 0.3, top + (puff % 2) * -9, w * 0.42, 9 + (puff % 2) * 7, tint, 'opacity="0.3"')
  }
}

function gull(s: Sheet, x: number, y: number, r: number): void {
  s.line(
    `M${n(x - r)},${n(y)}Q${n(x - r * 0.5)},${n(y - r * 0.6)} ${n(x)},${n(y)}Q${n(x + r * 0.5)},${n(y - r * 0.6)} ${n(x + r)},${n(y)}`,
    '#2b2430',
    r * 0.14,
  )
}

function balloon(s: Sheet, x: number, y: number, r: number): void {
  const shape = `<path d="M${n(x)},${n(y - r)}C${n(x + r * 1.25)},${n(y - r)} ${n(x + r * 1.1)},${n(y + r * 0.5)} ${n(x + r * 0.26)},${n(y + r * 1.3)}H${n(x - r * 0.26)}C${n(x - r * 1.1)},${n(y + r * 0.5)} ${n(x - r * 1.25)},${n(y - r)} ${n(x)},${n(y - r)}Z"/>`
  s.clip(shape, () => {
    s.rect(x - r * 1.2, y - r, r * 2.4, r * 2.4, '#fbeccd')
    for (const [rx, tint] of [
      [1.05, '#e0412d'],
      [0.74, '#fbeccd'],
      [0.46, '#1b5560'],
      [0.17, '#f3d58a'],
    ] as const)
      s.ellipse(x, y + r * 0.1, rx * r, r * 1.35, tint)
    s.rect(
      x - r * 1.2,
      y - r,
      r * 2.4,
      r * 2.4,
      s.linear(
        [
          [0, colour.plum, 0.4],
          [0.45, colour.plum, 0],
          [1, colour.paper, 0.28],
        ],
        [0, 0, 1, 0],
      ),
    )
  })
  s.line(
    `M${n(x - r * 0.22)},${n(y + r * 1.3)}L${n(x - r * 0.14)},${n(y + r * 1.62)}M${n(x + r * 0.22)},${n(y + r * 1.3)}L${n(x + r * 0.14)},${n(y + r * 1.62)}`,
    colour.ink,
    r * 0.02,
  )
  s.rect(x - r * 0.17, y + r * 1.6, r * 0.34, r * 0.26, '#6b4326', `rx="${n(r * 0.05)}"`)
}

function seated(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${n(k)})"`, () => {
    s.path(
      'M-44,0C-52,-50 -46,-112 -22,-132C-6,-142 18,-138 28,-122C38,-96 40,-70 46,-46C78,-56 104,-44 108,-20L112,34H92L84,-6C60,4 20,8 -44,0Z',
      '#0c0812',
    )
    s.circle(4, -168, 31, '#0c0812')
    s.path(
      'M-28,-180C-26,-212 34,-216 38,-174C36,-150 30,-128 -4,-120C-34,-114 -44,-90 -50,-76C-54,-116 -26,-140 -28,-180Z',
      '#0c0812',
    )
    s.line('M30,-118C40,-90 40,-70 46,-48C78,-58 102,-46 106,-22', '#f5a070', 4, 'opacity="0.75"')
  })
}

function horse(s: Sheet, x: number, y: number, k: number, tint: string): void {
  const dark = tint === '#2b1c30'
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${n(k * 1.18)})"`, () => {
    s.path('M-98,-24C-136,-30 -140,16 -126,60C-118,30 -112,14 -92,4Z', dark ? '#5c1a30' : '#8d4a3a')
    s.path(
      'M-92,-30C-60,-52 20,-44 44,-40C56,-78 76,-116 108,-130L112,-146L124,-128C140,-114 154,-92 160,-76C158,-64 146,-60 136,-66C124,-76 118,-78 110,-74C104,-50 100,-20 84,8C80,20 96,44 122,50L118,64C92,66 66,48 54,26C30,32 -20,30 -48,24C-60,44 -78,56 -70,90L-88,94C-100,62 -92,36 -92,18C-104,0 -104,-20 -92,-30Z',
      tint,
    )
    s.path(
      'M40,22C36,50 20,62 -4,70L4,84C36,78 58,58 64,28ZM-58,24C-40,48 -34,66 -42,96L-24,98C-12,66 -22,40 -34,22Z',
      tint,
    )
    s.path(
      'M106,-134C80,-120 56,-86 46,-44C58,-52 62,-66 74,-72C74,-88 86,-96 94,-98C92,-112 100,-124 106,-134Z',
      dark ? '#d9ab4c' : '#b0563c',
    )
    s.path('M-46,-46C-20,-60 16,-56 32,-44L26,4C6,14 -26,12 -44,2Z', '#e0412d')
    s.path('M-34,-58C-14,-74 10,-70 22,-54Z', '#1b5560')
    s.line('M-46,-44C-20,-58 16,-54 32,-43M-44,2C-26,12 6,14 26,4M94,-96L122,-76M66,-62Q84,-28 82,4', '#f3d58a', 5)
    s.circle(120, -104, 4, dark ? '#fff' : '#1c1218')
  })
}
