import { seated } from './people.ts'
import { bulb } from './props.ts'
import { clouds, skyline } from './scenery.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures of the night, in the city and on the water. Each fills the sheet it is given, whatever its shape. */
export const nightScenes = {
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
