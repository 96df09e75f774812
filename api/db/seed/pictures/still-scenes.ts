import { drawFace } from './portraits.ts'
import { bouquet, lipstick, perfume, petal, raisedHands, ring, rose, swimmer } from './props.ts'
import { bulb } from './stage-scenes.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures of things and faces, close by; each fills the sheet it is given, whatever its shape. */
export const stillScenes = {
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
  confetti: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#4a1d3e'],
        [0.55, '#c23a38'],
        [1, '#f2a45c'],
      ]),
    )
    s.glow(w / 2, h * 1.02, Math.max(w, h) * 0.8, colour.gold, 0.9)
    for (const angle of [-28, -10, 9, 27]) s.beam(w / 2 - angle * w * 0.012, -60, -angle, 8, h * 1.3, colour.blush, 0.4)
    const tints = ['#fbeccd', '#f3d58a', '#e8452f', '#1b5560', '#3d8c8f', '#f5866a', '#6a3a6e'] as const
    for (let at = 0; at < 330; at++) {
      const depth = s.random() ** 2
      const k = 0.5 + depth * 2.6
      const [x, y, turn, squash] = [s.random() * w, s.random() * h * 0.97, s.random() * 360, s.between(0.25, 1)]
      const tint = s.pick(tints)
      const place = `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(k)} ${n(k * squash)})" opacity="${n(0.6 + depth * 0.4)}"`
      if (at % 5 === 0) s.circle(0, 0, 8, tint, place)
      else if (at % 11 === 0)
        s.add(
          `<path d="M-26,0q7,-18 14,0t14,0t14,0" fill="none" stroke="${tint}" stroke-width="5" stroke-linecap="round" ${place}/>`,
        )
      else
        s.path(
          'M-10,-6H10V6H-10Z',
          s.linear(
            [
              [0, tint],
              [0.5, tint],
              [0.52, colour.ink, 1],
              [1, tint],
            ].map(([o, c], i) => [o, i === 2 ? tint : c, i === 2 ? 0.72 : 1] as [number, string, number]),
          ),
          place,
        )
    }
    const people = Math.round(w / (h * 0.125))
    for (let at = 0; at <= people; at++)
      raisedHands(
        s,
        (at / people) * w + s.between(-26, 26),
        h * s.between(0.9, 0.98),
        s.between(0.85, 1.25) * (h / 1350),
      )
    s.vignette(colour.ink, 0.4)
  },
  masks: (s: Sheet) => {
    const { width: w, height: h } = s
    s.folds(-20, 0, w + 40, h + 40, 9, '#0b2a33', '#14505a', '#2b8285')
    s.fill(
      s.radial(
        [
          [0, '#f3d58a', 0.3],
          [0.5, '#0d2b36', 0.25],
          [1, '#081820', 0.85],
        ],
        0.5,
        0.42,
        0.75,
      ),
    )
    const mask = (x: number, y: number, turn: number, glad: boolean): void => {
      s.group(`transform="translate(${n(x)} ${n(y)}) rotate(${turn}) scale(${n(w / 1080)})"`, () => {
        for (let at = 0; at < 4; at++)
          s.line(
            `M${at < 2 ? -215 : 215},-60C${(at < 2 ? -1 : 1) * (300 + at * 10)},${60 + at * 50} ${(at < 2 ? -1 : 1) * (210 + at * 26)},${240} ${(at < 2 ? -1 : 1) * (300 - at * 22)},${430 + at * 24}`,
            at % 2 ? '#b02a22' : '#e8452f',
            17,
          )
        const shape = 'M-222,-190C-120,-238 120,-238 222,-190C244,-20 214,170 0,290C-214,170 -244,-20 -222,-190Z'
        s.path(shape, '#04141a', 'opacity="0.5" transform="translate(22 30)"')
        s.path(
          shape,
          glad
            ? s.linear(
                [
                  [0, '#fff1c9'],
                  [0.5, '#e6b756'],
                  [1, '#8a5a1c'],
                ],
                [0, 0, 1, 1],
              )
            : s.linear(
                [
                  [0, '#fffaf0'],
                  [0.5, '#ead0b4'],
                  [1, '#a87868'],
                ],
                [0, 0, 1, 1],
              ),
        )
        s.path(
          'M6,-226C120,-232 190,-204 222,-190C244,-20 214,170 0,290L4,120L30,66L8,30Z',
          colour.wine,
          'opacity="0.24"',
        )
        for (const side of [-1, 1]) {
          s.group(`transform="translate(${side * 100} -62) scale(${side} 1)"`, () => {
            s.path(
              glad
                ? 'M-62,14C-34,-52 36,-52 66,6C30,-14 -24,-14 -62,14Z'
                : 'M-62,-18C-30,-36 30,-26 62,24C24,34 -40,28 -62,-18Z',
              '#1a0d16',
            )
            s.line(
              glad ? 'M-70,-34C-34,-92 40,-92 78,-42' : 'M-66,-92C-20,-84 40,-60 76,-16',
              glad ? '#7a4a16' : '#7d4a44',
              13,
            )
            s.circle(glad ? 46 : 40, 74, 40, colour.signal, 'opacity="0.3"')
          })
        }
        s.path(
          glad
            ? 'M-124,82C-60,124 60,124 124,82C112,196 -112,196 -124,82Z'
            : 'M-108,190C-84,92 84,92 108,190C56,144 -56,144 -108,190Z',
          '#1a0d16',
        )
        if (glad) s.path('M-84,150C-40,122 40,122 84,150C50,174 -50,174 -84,150Z', '#c23a32')
        s.path(
          'M-12,-40C-20,10 -34,40 -22,52C-8,62 14,62 24,50',
          'none',
          'stroke="#00000055" stroke-width="7" stroke-linecap="round"',
        )
        s.line('M-206,-176C-110,-216 90,-216 176,-190', colour.paper, 7, 'opacity="0.55"')
        s.circle(0, -168, 19, '#e8452f')
        for (const side of [-1, 1]) s.circle(side * 54, -164, 10, '#1b5560')
      })
    }
    mask(w * 0.61, h * 0.62, 11, false)
    mask(w * 0.41, h * 0.33, -10, true)
    s.dust(70, 0, 0, w, h, colour.gold, 3.6)
    s.vignette()
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
  'portrait-noon': (s: Sheet) => drawFace(s, 'camille'),
  'portrait-red': (s: Sheet) => drawFace(s, 'alice'),
  'portrait-plum': (s: Sheet) => drawFace(s, 'olivia'),
  'portrait-sea': (s: Sheet) => drawFace(s, 'noor'),
} satisfies Record<string, (sheet: Sheet) => void>
