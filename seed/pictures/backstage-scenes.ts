import { drawFace } from './portraits.ts'
import { bouquet, bulb, lipstick, perfume, rose } from './props.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures from behind the stage, and faces. Each fills the sheet it is given, whatever its shape. */
export const backstageScenes = {
  'dressing-mirror': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#3a1730'],
        [0.6, '#5e2038'],
        [1, '#2a1020'],
      ]),
    )
    for (let at = 0; at < 14; at++) s.rect((at / 14) * w, 0, w / 28, h, colour.ink, 'opacity="0.14"')
    const [x, y, mw, mh] = [w * 0.17, h * 0.1, w * 0.66, h * 0.6]
    s.glow(w / 2, y + mh / 2, w * 0.85, colour.gold, 0.6)
    s.rect(
      x - 62,
      y - 62,
      mw + 124,
      mh + 124,
      s.linear(
        [
          [0, '#f3d58a'],
          [0.5, '#a8742c'],
          [1, '#6a4218'],
        ],
        [0, 0, 1, 1],
      ),
      'rx="52"',
    )
    s.rect(x - 50, y - 50, mw + 100, mh + 100, '#34172a', 'rx="44"')
    const glass = `<rect x="${n(x)}" y="${n(y)}" width="${n(mw)}" height="${n(mh)}" rx="18"/>`
    s.clip(glass, () => {
      s.rect(
        x,
        y,
        mw,
        mh,
        s.linear(
          [
            [0, '#27566a'],
            [0.5, '#7d5a78'],
            [1, '#e08a68'],
          ],
          [0, 0, 0.6, 1],
        ),
      )
      for (let at = 0; at < 20; at++)
        s.circle(
          x + s.random() * mw,
          y + s.random() * mh * 0.7,
          s.between(16, 54),
          colour.gold,
          `opacity="${n(s.between(0.06, 0.2))}"`,
        )
      s.folds(x + mw * 0.7, y - 10, mw * 0.34, mh + 30, 4, '#3a0c18', '#8d1f26', '#c9402e')
      s.group(`transform="translate(${n(x + mw * 0.42 - 210)} ${n(y + mh - 470)}) scale(1.14)"`, () => {
        s.path('M70,430C76,350 130,330 170,312L176,250L226,250L232,312C280,330 330,350 336,430Z', '#e2a886')
        s.path('M60,440C70,386 100,372 128,366C160,400 250,400 276,366C304,372 332,386 342,440Z', '#123d47')
        s.path(
          'M118,196C106,110 150,76 202,76C256,76 298,112 284,196C280,236 262,272 236,290L170,290C140,270 122,236 118,196Z',
          '#2a1420',
        )
        s.circle(208, 64, 46, '#2a1420')
        s.circle(196, 52, 20, '#6d2f38', 'opacity="0.7"')
        s.line('M150,120C170,94 210,88 240,98', '#8d4548', 6, 'opacity="0.8"')
        s.circle(208, 106, 13, '#e8452f')
        s.line('M126,366C160,400 250,400 278,366', '#d9ab4c', 7)
      })
      s.path(
        `M${n(x)},${n(y + mh * 0.55)}L${n(x + mw * 0.6)},${n(y)}H${n(x + mw * 0.78)}L${n(x)},${n(y + mh * 0.75)}Z`,
        colour.paper,
        'opacity="0.11"',
      )
    })
    for (let at = 0; at < 7; at++) for (const side of [-30, mw + 30]) bulb(s, x + side, y + (mh * at) / 6, 22)
    for (let at = 1; at < 6; at++) bulb(s, x + (mw * at) / 6, y - 30, 22)
    s.rect(
      0,
      h * 0.79,
      w,
      h * 0.21,
      s.linear([
        [0, '#a8563a'],
        [0.1, '#7a3428'],
        [1, '#2a1018'],
      ]),
    )
    s.ellipse(w / 2, h * 0.83, w * 0.5, h * 0.035, colour.gold, 'opacity="0.3"')
    perfume(s, w * 0.22, h * 0.845, 1.1)
    lipstick(s, w * 0.4, h * 0.875, 0.9)
    bouquet(s, w * 0.79, h * 0.87, 0.62)
    for (const [px, py, r, tint] of [
      [0.53, 0.89, 44, '#f5c1ac'],
      [0.63, 0.915, 36, '#c94a44'],
    ] as const) {
      s.ellipse(w * px, h * py + 13, r, r * 0.42, '#2a1018')
      s.ellipse(w * px, h * py, r, r * 0.42, colour.brass)
      s.ellipse(w * px, h * py, r * 0.78, r * 0.31, tint)
    }
    s.vignette(colour.ink, 0.5)
  },
  'piano-keys': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0f0a10'],
        [0.5, '#3a1524'],
        [1, '#120a10'],
      ]),
    )
    s.glow(w * 0.72, h * 0.16, w * 0.75, colour.signal, 0.5)
    for (let at = 0; at < 16; at++)
      s.circle(
        s.random() * w,
        s.between(0.02, 0.36) * h,
        s.between(22, 74),
        s.pick([colour.brass, colour.coral, colour.gold]),
        `opacity="${n(s.between(0.06, 0.26))}"`,
      )
    const at2 = (u: number, v: number): string => {
      const z = 1 / (0.44 + v * 0.56)
      return `${n(w * (0.5 + ((u - 0.6) * 2.3) / z - (1 - v) * -0.05))},${n(h * (0.4 + (1 / z - 0.44) * 1.18))}`
    }
    s.path(
      `M0,${n(h * 0.3)}L${w},${n(h * 0.26)}V${n(h * 0.42)}H0Z`,
      s.linear([
        [0, '#2a141c'],
        [0.5, '#150c12'],
        [1, '#070407'],
      ]),
    )
    s.line(`M0,${n(h * 0.3)}L${w},${n(h * 0.26)}`, colour.gold, 4, 'opacity="0.75"')
    s.line(`M0,${n(h * 0.396)}L${w},${n(h * 0.396)}`, colour.signal, 12)
    const keys = 16
    for (let key = -6; key < keys + 6; key++) {
      const [a, b] = [key / keys, (key + 0.955) / keys]
      const lit = Math.max(0, 1 - Math.abs(key - 9) / 9)
      s.path(
        `M${at2(a, 0)}L${at2(b, 0)}L${at2(b, 1)}L${at2(a, 1)}Z`,
        s.linear([
          [0, '#a9806c'],
          [0.25, '#f1dcc0'],
          [0.85, '#fffaf0'],
          [1, '#e8c9a4'],
        ]),
      )
      s.path(`M${at2(a, 0)}L${at2(b, 0)}L${at2(b, 1)}L${at2(a, 1)}Z`, '#2b1030', `opacity="${n(0.62 - lit * 0.62)}"`)
    }
    for (let key = -6; key < keys + 6; key++) {
      if ([2, 6].includes(((key % 7) + 7) % 7)) continue
      const [a, b] = [(key + 0.7) / keys, (key + 1.24) / keys]
      s.path(
        `M${at2(a + 0.009, 0.02)}L${at2(b + 0.011, 0.02)}L${at2(b + 0.011, 0.64)}L${at2(a + 0.009, 0.64)}Z`,
        '#1a0c16',
        'opacity="0.42"',
      )
      s.path(
        `M${at2(a, 0)}L${at2(b, 0)}L${at2(b, 0.6)}L${at2(a, 0.6)}Z`,
        s.linear([
          [0, '#0a060a'],
          [0.8, '#33242e'],
          [1, '#5c4450'],
        ]),
      )
      s.path(`M${at2(a, 0.6)}L${at2(b, 0.6)}L${at2(b, 0.645)}L${at2(a, 0.645)}Z`, '#120a10')
      s.path(
        `M${at2(a + 0.006, 0.02)}L${at2(a + 0.014, 0.02)}L${at2(a + 0.014, 0.56)}L${at2(a + 0.006, 0.56)}Z`,
        colour.blush,
        'opacity="0.4"',
      )
    }
    s.beam(w * 0.86, -60, 14, 13, h * 1.2, colour.gold, 0.42)
    s.rect(
      0,
      h * 0.86,
      w,
      h * 0.14,
      s.linear([
        [0, '#120a10', 0],
        [1, '#120a10', 0.85],
      ]),
    )
    rose(s, w * 0.3, h * 0.73, 1.25)
    s.dust(70, 0, 0, w, h * 0.8, colour.gold, 3)
    s.vignette()
  },
  'record-player': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear(
        [
          [0, '#d76a44'],
          [1, '#a83a2c'],
        ],
        [0, 0, 1, 1],
      ),
    )
    s.path(`M${w},0V${h}H${n(w * 0.2)}Z`, colour.ink, 'opacity="0.12"')
    const [x, y, bw, bh] = [w * 0.09, h * 0.12, w * 0.82, h * 0.76]
    s.rect(x + 34, y + 44, bw, bh, '#2a0c12', 'rx="46" opacity="0.45"')
    s.rect(
      x,
      y,
      bw,
      bh,
      s.linear(
        [
          [0, '#fbf0dc'],
          [1, '#e3c49a'],
        ],
        [0, 0, 1, 1],
      ),
      'rx="46"',
    )
    s.rect(x + 16, y + 16, bw - 32, bh - 32, 'none', 'rx="34" stroke="#c99f68" stroke-width="3"')
    const [cx, cy, r] = [w * 0.455, h * 0.41, w * 0.325]
    s.circle(cx + 10, cy + 16, r * 1.04, '#8f6a44', 'opacity="0.5"')
    s.circle(cx, cy, r * 1.03, '#c9a06a')
    s.circle(cx, cy, r, '#17121a')
    for (let at = 0; at < 34; at++)
      s.circle(
        cx,
        cy,
        r * (0.39 + at * 0.0175),
        'none',
        `stroke="${at % 5 ? '#372c3a' : '#0b080c'}" stroke-width="${at % 5 ? 2 : 5}"`,
      )
    for (const [a, o] of [
      [38, 0.3],
      [218, 0.3],
      [52, 0.16],
      [232, 0.16],
      [126, 0.1],
      [306, 0.1],
    ] as const) {
      s.path(
        `M${n(cx)},${n(cy)}L${around(cx, cy, r * 0.985, a - 9)
          .map((v) => n(v))
          .join(',')}A${n(r)},${n(r)} 0 0 1 ${around(cx, cy, r * 0.985, a + 9)
          .map((v) => n(v))
          .join(',')}Z`,
        a < 60 ? colour.blush : colour.mist,
        `opacity="${o}"`,
      )
    }
    s.circle(
      cx,
      cy,
      r * 0.36,
      s.linear([
        [0, '#1f6570'],
        [1, '#0f3a45'],
      ]),
    )
    for (let at = 0; at < 24; at++)
      s.path(
        `M${n(cx)},${n(cy)}L${around(cx, cy, r * 0.34, at * 15)
          .map((v) => n(v))
          .join(',')}L${around(cx, cy, r * 0.34, at * 15 + 7.5)
          .map((v) => n(v))
          .join(',')}Z`,
        colour.brass,
        'opacity="0.85"',
      )
    s.circle(cx, cy, r * 0.19, '#e8452f')
    s.circle(cx, cy, r * 0.03, '#fbf0dc')
    const [ax, ay] = [w * 0.815, h * 0.21]
    s.line(
      `M${n(ax + 16)},${n(ay + 20)}L${n(w * 0.8)},${n(h * 0.52)}L${n(w * 0.67)},${n(h * 0.59)}`,
      '#7a5636',
      20,
      'opacity="0.4" stroke-linejoin="round"',
    )
    s.circle(
      ax,
      ay,
      62,
      s.linear(
        [
          [0, '#fff3cd'],
          [1, '#8a5f1c'],
        ],
        [0, 0, 1, 1],
      ),
    )
    s.circle(ax, ay, 40, '#2b1c24')
    s.line(
      `M${n(ax)},${n(ay - 80)}L${n(w * 0.79)},${n(h * 0.51)}L${n(w * 0.66)},${n(h * 0.575)}`,
      '#8a6a3c',
      20,
      'stroke-linejoin="round"',
    )
    s.line(
      `M${n(ax - 4)},${n(ay - 80)}L${n(w * 0.786)},${n(h * 0.508)}L${n(w * 0.66)},${n(h * 0.572)}`,
      '#fff3d6',
      7,
      'stroke-linejoin="round"',
    )
    s.path('M-44,-20H30V20H-44Z', '#2b1c24', `transform="translate(${n(w * 0.645)} ${n(h * 0.58)}) rotate(-32)"`)
    for (const [at, tint] of ['#e8452f', '#d9ab4c', '#1b5560'].entries()) {
      const kx = x + bw * (0.16 + at * 0.15)
      s.circle(kx + 5, y + bh * 0.89 + 8, 40, '#8f6a44', 'opacity="0.5"')
      s.circle(
        kx,
        y + bh * 0.89,
        40,
        s.linear(
          [
            [0, '#ffffff'],
            [1, '#c9a06a'],
          ],
          [0, 0, 1, 1],
        ),
      )
      s.circle(kx, y + bh * 0.89, 27, tint)
      s.line(
        `M${n(kx)},${n(y + bh * 0.89)}L${around(kx, y + bh * 0.89, 24, at * 70 - 40)
          .map((v) => n(v))
          .join(',')}`,
        colour.paper,
        5,
      )
    }
    for (let row = 0; row < 6; row++)
      for (let at = 0; at < 13; at++) s.circle(x + bw * 0.57 + at * 24, y + bh * 0.835 + row * 22, 5.5, '#4a2c22')
    s.path(`M0,0H${n(w * 0.5)}L0,${n(h * 0.7)}Z`, colour.paper, 'opacity="0.1"')
    s.vignette(colour.wine, 0.4)
  },
  'portrait-noon': (s: Sheet) => drawFace(s, 'camille'),
  'portrait-red': (s: Sheet) => drawFace(s, 'alice'),
  'portrait-plum': (s: Sheet) => drawFace(s, 'olivia'),
  'portrait-sea': (s: Sheet) => drawFace(s, 'noor'),
} satisfies Record<string, (sheet: Sheet) => void>
