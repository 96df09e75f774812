import { crowd, dancer, hanging, raisedHands } from './people.ts'
import { bulb } from './props.ts'
import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures of the show itself, in the air and around the house. Each fills the sheet it is given, whatever its shape. */
export const showScenes = {
  trapeze: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#10202e'],
        [0.55, '#1b5560'],
        [1, '#e2a04e'],
      ]),
    )
    const r = w * 0.36
    s.glow(w / 2, h * 0.45, r * 1.9, colour.gold, 0.55)
    s.circle(
      w / 2,
      h * 0.45,
      r,
      s.linear([
        [0, '#fdf3d8'],
        [1, '#f0b562'],
      ]),
    )
    const ember = s.linear([
      [0, colour.ember, 0.95],
      [0.6, colour.ember, 0.5],
      [1, colour.ember, 0],
    ])
    const dark = s.linear([
      [0, '#0b1620', 0.95],
      [0.6, '#0b1620', 0.4],
      [1, '#0b1620', 0],
    ])
    for (let at = 0; at < 26; at++) {
      const x = (at / 25) * w * 1.4 - w * 0.2
      s.path(
        `M${n(w / 2)},${n(-h * 0.25)}L${n(x)},${n(h * 0.3)}L${n(x + w * 0.028)},${n(h * 0.3)}Z`,
        at % 2 ? ember : dark,
      )
    }
    const [bx, by] = [w * 0.5, h * 0.34]
    s.line(`M${n(bx - 75)},0L${n(bx - 62)},${n(by)}M${n(bx + 75)},0L${n(bx + 62)},${n(by)}`, colour.ink, 4.5)
    s.line(`M${n(bx - 82)},${n(by)}H${n(bx + 82)}`, colour.ink, 12)
    s.group(`transform="translate(${n(bx)} ${n(by)}) scale(${n(w / 1080)})"`, () => hanging(s))
    crowd(s, h * 0.93, 30, '#0d0a12')
    s.dust(90, 0, h * 0.1, w, h * 0.7, colour.cream, 3)
    s.vignette(colour.ink, 0.5)
  },
  'aerial-silk': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#22112c'],
        [0.6, '#4d2250'],
        [1, '#160d1c'],
      ]),
    )
    s.beam(w * 0.14, -40, -24, 13, h * 1.15, colour.blush, 0.55)
    s.beam(w * 0.92, -40, 24, 11, h * 1.15, colour.coral, 0.42)
    s.glow(w / 2, h * 0.46, w * 0.6, colour.coral, 0.5)
    const silk = (d: string, shade: boolean): void =>
      s.path(
        d,
        s.linear(
          [
            [0, '#7d1420'],
            [0.35, shade ? '#b82a26' : '#f2573a'],
            [0.65, shade ? '#8f1d22' : '#d83a2c'],
            [1, '#5a0f1c'],
          ],
          [0, 0, 1, 0.5],
        ),
      )
    silk(
      `M${n(w * 0.47)},-20C${n(w * 0.44)},${n(h * 0.2)} ${n(w * 0.42)},${n(h * 0.3)} ${n(w * 0.47)},${n(h * 0.42)}C${n(w * 0.5)},${n(h * 0.6)} ${n(w * 0.26)},${n(h * 0.72)} ${n(w * 0.1)},${n(h * 1.05)}L${n(w * 0.3)},${n(h * 1.05)}C${n(w * 0.42)},${n(h * 0.78)} ${n(w * 0.58)},${n(h * 0.6)} ${n(w * 0.52)},${n(h * 0.42)}C${n(w * 0.49)},${n(h * 0.3)} ${n(w * 0.5)},${n(h * 0.15)} ${n(w * 0.51)},-20Z`,
      false,
    )
    dancer(s, w * 0.5, h * 0.44, w / 1080)
    silk(
      `M${n(w * 0.52)},-20C${n(w * 0.56)},${n(h * 0.18)} ${n(w * 0.57)},${n(h * 0.3)} ${n(w * 0.52)},${n(h * 0.43)}C${n(w * 0.5)},${n(h * 0.6)} ${n(w * 0.76)},${n(h * 0.74)} ${n(w * 0.86)},${n(h * 1.05)}L${n(w * 0.68)},${n(h * 1.05)}C${n(w * 0.62)},${n(h * 0.82)} ${n(w * 0.42)},${n(h * 0.62)} ${n(w * 0.47)},${n(h * 0.44)}C${n(w * 0.51)},${n(h * 0.3)} ${n(w * 0.5)},${n(h * 0.15)} ${n(w * 0.49)},-20Z`,
      true,
    )
    s.dust(130, 0, 0, w, h, colour.blush, 3.2)
    s.vignette()
  },
  marquee: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#101c2c'],
        [0.5, '#2a2346'],
        [1, '#2a1524'],
      ]),
    )
    s.stars(80, h * 0.5)
    s.glow(w / 2, h * 0.5, w * 0.85, colour.signal, 0.5)
    const [cx, cy, r] = [w / 2, h * 0.42, Math.min(w, h) * 0.34]
    const star = (radius: number, inner: number): string =>
      Array.from({ length: 10 }, (_, at) =>
        around(cx, cy, at % 2 ? inner : radius, at * 36)
          .map((v) => n(v))
          .join(','),
      ).join(' ')
    for (let at = 0; at < 24; at++)
      s.line(
        `M${around(cx, cy, r * 1.2, at * 15)
          .map((v) => n(v))
          .join(',')}L${around(cx, cy, r * (at % 2 ? 1.42 : 1.62), at * 15)
          .map((v) => n(v))
          .join(',')}`,
        at % 2 ? colour.brass : colour.signal,
        9,
      )
    s.add(
      `<polygon points="${star(r * 1.12, r * 0.56)}" transform="translate(14 20)" fill="${colour.ink}" opacity="0.5" stroke-linejoin="round"/>`,
    )
    s.add(
      `<polygon points="${star(r * 1.1, r * 0.55)}" fill="${s.linear([
        [0, '#f9d98d'],
        [1, '#b9812f'],
      ])}"/>`,
    )
    s.add(
      `<polygon points="${star(r * 0.92, r * 0.46)}" fill="${s.linear([
        [0, '#f2573a'],
        [1, '#8c1d22'],
      ])}"/>`,
    )
    for (let at = 0; at < 10; at++) {
      const a = around(cx, cy, at % 2 ? r * 0.5 : r, at * 36)
      const b = around(cx, cy, at % 2 ? r : r * 0.5, (at + 1) * 36)
      for (let step = 0; step < 4; step++)
        bulb(s, a[0] + ((b[0] - a[0]) * step) / 4, a[1] + ((b[1] - a[1]) * step) / 4, r * 0.042)
    }
    const y = h * 0.77
    s.path(
      `M${n(w * 0.06)},${n(y)}H${n(w * 0.94)}L${n(w)},${n(y + h * 0.13)}H0Z`,
      s.linear([
        [0, '#fbf0d6'],
        [1, '#e9c98a'],
      ]),
    )
    for (let row = 0; row < 3; row++)
      s.line(`M${n(w * 0.03)},${n(y + h * (0.03 + row * 0.036))}H${n(w * 0.97)}`, '#b98d4a', 3, 'opacity="0.6"')
    for (let at = -2; at <= 2; at++) {
      const points = Array.from({ length: 10 }, (_, tip) =>
        around(w / 2 + at * w * 0.15, y + h * 0.066, (tip % 2 ? 0.4 : 1) * h * (0.042 - Math.abs(at) * 0.006), tip * 36)
          .map((v) => n(v))
          .join(','),
      )
      s.path(`M${points.join('L')}Z`, at % 2 ? colour.teal : colour.signal)
    }
    s.rect(
      0,
      y + h * 0.13,
      w,
      h * 0.2,
      s.linear([
        [0, '#7d1c22'],
        [1, '#22101a'],
      ]),
    )
    for (let at = 0; at <= 16; at++) {
      bulb(s, w * (0.06 + (at / 16) * 0.88), y, 13)
      bulb(s, (at / 16) * w, y + h * 0.13, 15)
    }
    s.vignette()
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
} satisfies Record<string, (sheet: Sheet) => void>
