import { around, colour, n, type Sheet } from './sheet.ts'

/** Pictures from the stage and the ring; each fills the sheet it is given, whatever its shape. */
export const stageScenes = {
  'stage-lights': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0e0a14'],
        [0.6, '#2b1430'],
        [1, '#12090f'],
      ]),
    )
    const floor = h * 0.76
    s.glow(w / 2, floor, w * 0.85, colour.signal, 0.4, 0.55)
    s.folds(0, 0, w * 0.2, floor + 20, 5, '#2a0b16', '#6d1a26', '#b83a33')
    s.folds(w * 0.8, 0, w * 0.2, floor + 20, 5, '#2a0b16', '#6d1a26', '#b83a33')
    s.path(
      `M0,${n(floor)}H${w}V${h}H0Z`,
      s.linear([
        [0, '#6b2c2a'],
        [0.35, '#3a1820'],
        [1, '#140a10'],
      ]),
    )
    for (let at = -9; at <= 9; at++)
      s.line(
        `M${n(w / 2 + at * w * 0.055)},${n(floor)}L${n(w / 2 + at * w * 0.17)},${h}`,
        colour.ink,
        2.5,
        'opacity="0.45"',
      )
    for (const [x, angle, tint] of [
      [0.2, -15, colour.gold],
      [0.5, 0, colour.paper],
      [0.8, 15, colour.gold],
      [0.34, 9, colour.coral],
      [0.66, -9, colour.coral],
    ] as const) {
      s.beam(w * x, h * 0.03, angle, 9, h * 0.9, tint, 0.6)
      s.glow(w * x, h * 0.03, 90, tint, 0.9)
    }
    s.ellipse(
      w / 2,
      h * 0.86,
      w * 0.27,
      h * 0.045,
      s.radial([
        [0, colour.paper, 0.95],
        [0.6, colour.gold, 0.5],
        [1, colour.gold, 0],
      ]),
    )
    standing(s, w / 2, h * 0.865, h * 0.3)
    s.dust(170, w * 0.12, h * 0.05, w * 0.76, h * 0.75, colour.gold, 3.4)
    s.vignette()
  },
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
  curtains: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#fbe3b0'],
        [0.7, '#f3a95a'],
        [1, '#7d2b24'],
      ]),
    )
    s.glow(w / 2, h * 0.5, w * 0.7, colour.paper, 0.9)
    s.path(
      `M0,${n(h * 0.84)}H${w}V${h}H0Z`,
      s.linear([
        [0, '#d98a48'],
        [1, '#3a141a'],
      ]),
    )
    for (const side of [1, -1]) {
      s.group(side === 1 ? '' : `transform="translate(${w} 0) scale(-1 1)"`, () => {
        const swag = `M-40,-40H${n(w * 0.55)}C${n(w * 0.5)},${n(h * 0.32)} ${n(w * 0.3)},${n(h * 0.5)} ${n(w * 0.24)},${n(h * 0.6)}C${n(w * 0.3)},${n(h * 0.74)} ${n(w * 0.33)},${n(h * 0.86)} ${n(w * 0.34)},${n(h * 0.93)}H-40Z`
        s.clip(`<path d="${swag}"/>`, () => {
          s.rect(-40, -40, w, h * 1.1, '#5e1220')
          for (let at = 0; at < 11; at++) {
            const top = w * (-0.03 + at * 0.056)
            const waist = w * (-0.02 + at * 0.0255)
            const foot = w * (-0.03 + at * 0.036)
            const wide = w * 0.06
            const d = `M${n(top)},-40C${n(top)},${n(h * 0.32)} ${n(waist + 12)},${n(h * 0.46)} ${n(waist)},${n(h * 0.6)}C${n(waist + 6)},${n(h * 0.74)} ${n(foot)},${n(h * 0.84)} ${n(foot)},${n(h * 0.95)}H${n(foot + wide * 0.66)}C${n(foot + wide * 0.6)},${n(h * 0.84)} ${n(waist + wide * 0.5)},${n(h * 0.74)} ${n(waist + wide * 0.45)},${n(h * 0.6)}C${n(waist + wide * 0.6)},${n(h * 0.46)} ${n(top + wide)},${n(h * 0.32)} ${n(top + wide)},-40Z`
            s.path(
              d,
              s.linear(
                [
                  [0, '#450b18'],
                  [0.38, '#a82426'],
                  [0.56, '#ea5a3e'],
                  [0.74, '#a82426'],
                  [1, '#3b0914'],
                ],
                [0, 0, 1, 0],
              ),
            )
          }
          s.fill(
            s.linear([
              [0, colour.ink, 0.55],
              [0.3, colour.ink, 0],
              [1, colour.ink, 0.35],
            ]),
          )
        })
        s.line(`M${n(-20)},${n(h * 0.585)}Q${n(w * 0.13)},${n(h * 0.65)} ${n(w * 0.25)},${n(h * 0.6)}`, '#8a5f1c', 26)
        s.line(
          `M${n(-20)},${n(h * 0.58)}Q${n(w * 0.13)},${n(h * 0.645)} ${n(w * 0.25)},${n(h * 0.595)}`,
          colour.gold,
          9,
        )
        tassel(s, w * 0.235, h * 0.605, h * 0.1)
      })
    }
    s.beam(w / 2, -60, 0, 16, h * 1.1, colour.paper, 0.7)
    s.dust(130, w * 0.25, h * 0.1, w * 0.5, h * 0.75, colour.paper, 3.4)
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
  microphone: (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#0c2029'],
        [0.5, '#17505a'],
        [1, '#0a1a22'],
      ]),
    )
    for (let at = 0; at < 46; at++) {
      const r = s.between(14, 70)
      const tint = s.pick([colour.brass, colour.coral, colour.mist, colour.gold])
      s.circle(
        s.random() * w,
        s.random() * h,
        r,
        tint,
        `opacity="${n(s.between(0.06, 0.24))}" stroke="${tint}" stroke-opacity="0.5" stroke-width="2"`,
      )
    }
    s.beam(w * 0.08, -60, -30, 12, h * 1.3, colour.gold, 0.5)
    s.glow(w / 2, h * 0.4, w * 0.55, colour.gold, 0.4)
    const k = w / 1080
    s.group(`transform="translate(${n(w / 2)} ${n(h * 0.4)}) rotate(9) scale(${n(k * 1.12)})"`, () => {
      s.path(
        'M-26,200H26L34,1200H-34Z',
        s.linear(
          [
            [0, '#1c1620'],
            [0.35, '#94805a'],
            [0.5, '#f6e3b0'],
            [0.68, '#6b573a'],
            [1, '#17121a'],
          ],
          [0, 0, 1, 0],
        ),
      )
      s.path(
        'M-110,190C-110,236 -60,262 0,262C60,262 110,236 110,190L90,160H-90Z',
        s.linear(
          [
            [0, '#2a1d18'],
            [0.35, '#d9ab4c'],
            [0.48, '#fff3cd'],
            [0.66, '#8c6526'],
            [1, '#2a1d18'],
          ],
          [0, 0, 1, 0],
        ),
      )
      const capsule = '<rect x="-150" y="-270" width="300" height="460" rx="150"/>'
      s.add(
        capsule.replace(
          '/>',
          ` fill="${s.linear(
            [
              [0, '#3a2b20'],
              [0.3, '#e8c46a'],
              [0.45, '#fff6dc'],
              [0.66, '#a97c30'],
              [1, '#2a1d18'],
            ],
            [0, 0, 1, 0],
          )}"/>`,
        ),
      )
      s.clip(capsule, () => {
        for (let y = -240; y < 180; y += 34) {
          s.rect(-132, y, 264, 17, '#1b1416', 'rx="8" opacity="0.88"')
          s.rect(-132, y + 15, 264, 3, colour.gold, 'opacity="0.6"')
        }
        s.rect(
          -26,
          -270,
          52,
          460,
          s.linear(
            [
              [0, '#8c6526'],
              [0.4, '#fff3cd'],
              [1, '#6b4c1e'],
            ],
            [0, 0, 1, 0],
          ),
        )
        s.rect(
          -150,
          -52,
          300,
          46,
          s.linear(
            [
              [0, '#8d2018'],
              [0.4, '#ff7a56'],
              [1, '#6a1612'],
            ],
            [0, 0, 1, 0],
          ),
        )
      })
    })
    s.dust(80, 0, 0, w, h, colour.gold, 3.4)
    s.vignette()
  },
  'empty-seats': (s: Sheet) => {
    const { width: w, height: h } = s
    s.fill(
      s.linear([
        [0, '#160d18'],
        [0.5, '#3a1526'],
        [1, '#0e080e'],
      ]),
    )
    s.rect(
      w * 0.16,
      h * 0.12,
      w * 0.68,
      h * 0.36,
      s.linear([
        [0, '#fbe7b8'],
        [0.6, '#f2a45a'],
        [1, '#c4492f'],
      ]),
    )
    s.folds(w * 0.12, h * 0.08, w * 0.15, h * 0.42, 4, '#3a0c18', '#8d1f26', '#d8452f')
    s.folds(w * 0.73, h * 0.08, w * 0.15, h * 0.42, 4, '#3a0c18', '#8d1f26', '#d8452f')
    s.folds(w * 0.1, h * 0.05, w * 0.8, h * 0.09, 11, '#3a0c18', '#8d1f26', '#c43a2d')
    s.line(`M${n(w * 0.1)},${n(h * 0.15)}H${n(w * 0.9)}`, colour.brass, 5, 'opacity="0.7"')
    s.glow(w / 2, h * 0.42, w * 0.62, colour.gold, 0.75, 0.7)
    s.path(
      `M${n(w * 0.08)},${n(h * 0.49)}H${n(w * 0.92)}L${n(w * 0.96)},${n(h * 0.53)}H${n(w * 0.04)}Z`,
      s.linear([
        [0, '#d98a48'],
        [1, '#5c2420'],
      ]),
    )
    for (let row = 0; row < 7; row++) {
      const y = h * (0.58 + row * row * 0.0095 + row * 0.012)
      const wide = w * (0.062 + row * 0.018)
      const tall = wide * 1.3
      const count = Math.ceil(w / wide) + 2
      for (let at = 0; at < count; at++) {
        const x = w / 2 + (at - count / 2 + (row % 2) / 2) * wide
        const near = 1 - Math.min(1, Math.abs(x + wide / 2 - w / 2) / (w * 0.7))
        s.path(
          `M${n(x + 3)},${n(y + tall)}V${n(y + wide * 0.3)}Q${n(x + 3)},${n(y)} ${n(x + wide * 0.5)},${n(y)}Q${n(x + wide - 3)},${n(y)} ${n(x + wide - 3)},${n(y + wide * 0.3)}V${n(y + tall)}Z`,
          s.linear([
            [0, '#d9452f'],
            [0.1, '#a32a28'],
            [0.6, '#4a1220'],
            [1, '#1c0910'],
          ]),
          `opacity="${n(0.72 + near * 0.28)}"`,
        )
        s.line(
          `M${n(x + wide * 0.16)},${n(y + wide * 0.2)}Q${n(x + wide * 0.5)},${n(y - wide * 0.08)} ${n(x + wide * 0.84)},${n(y + wide * 0.2)}`,
          colour.gold,
          2 + row * 0.5,
          `opacity="${n(near * 0.85)}"`,
        )
      }
    }
    s.dust(110, 0, h * 0.1, w, h * 0.5, colour.gold, 2.8)
    s.vignette(colour.ink, 0.7)
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
} satisfies Record<string, (sheet: Sheet) => void>

/** A small warm lamp with its halo. */
export function bulb(s: Sheet, x: number, y: number, r: number): void {
  s.circle(x, y, r * 3.4, colour.gold, 'opacity="0.1"')
  s.circle(x, y, r * 2, colour.gold, 'opacity="0.2"')
  s.circle(x, y, r, '#ffe9ae')
  s.circle(x, y, r * 0.55, '#fffdf2')
}

function standing(s: Sheet, x: number, foot: number, tall: number): void {
  const k = tall / 400
  s.group(`transform="translate(${n(x)} ${n(foot - tall)}) scale(${n(k)})"`, () => {
    s.ellipse(0, 402, 90, 12, colour.ink, 'opacity="0.6"')
    s.path(
      'M-14,62C-48,70 -52,96 -50,140C-48,170 -34,190 -32,206C-44,270 -66,340 -84,400H86C70,340 44,270 32,206C36,188 46,170 50,140C58,100 96,70 120,6L108,0C90,44 62,66 14,62Z',
      '#140d16',
    )
    s.path('M-50,110C-72,150 -78,190 -62,232L-50,226C-60,192 -52,166 -36,140Z', '#140d16')
    s.circle(0, 34, 27, '#140d16')
    s.circle(14, 10, 14, '#140d16')
    s.line('M-52,120C-52,150 -36,186 -34,206C-46,270 -68,340 -84,396', colour.coral, 4, 'opacity="0.8"')
    s.line('M52,130C46,178 38,190 34,206C46,270 70,340 86,396', colour.gold, 4, 'opacity="0.8"')
  })
}

function hanging(s: Sheet): void {
  const ink = '#150d18'
  s.limb(
    [
      [-52, -4, 9],
      [-56, 52, 9],
      [-46, 104, 12],
      [-28, 166, 16],
    ],
    ink,
  )
  s.limb(
    [
      [52, -4, 9],
      [58, 52, 9],
      [50, 104, 12],
      [30, 164, 16],
    ],
    ink,
  )
  s.limb(
    [
      [-2, 152, 40],
      [0, 196, 36],
      [4, 246, 27],
      [8, 290, 33],
      [14, 322, 33],
    ],
    ink,
  )
  s.limb(
    [
      [24, 318, 31],
      [92, 372, 26],
      [166, 420, 19],
      [214, 446, 20],
      [286, 462, 12],
      [352, 452, 7],
    ],
    ink,
  )
  s.limb(
    [
      [8, 330, 31],
      [58, 402, 26],
      [118, 468, 19],
      [160, 504, 20],
      [226, 540, 12],
      [292, 552, 7],
    ],
    ink,
  )
  s.limb(
    [
      [0, 128, 15],
      [0, 160, 17],
    ],
    ink,
  )
  s.ellipse(4, 92, 30, 37, ink)
  s.circle(-20, 66, 17, ink)
  s.limb(
    [
      [-30, 62, 8],
      [-74, 74, 9],
      [-112, 62, 6],
      [-142, 74, 2],
    ],
    ink,
  )
  s.limb(
    [
      [-22, 250, 7],
      [4, 257, 7],
      [30, 248, 7],
    ],
    colour.signal,
  )
  s.limb(
    [
      [-24, 254, 5],
      [-66, 292, 7],
      [-92, 350, 5],
      [-128, 388, 2],
    ],
    colour.signal,
  )
}

function dancer(s: Sheet, x: number, y: number, k: number): void {
  const ink = '#150d18'
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${n(k * 1.16)})"`, () => {
    s.limb(
      [
        [-8, 6, 32],
        [-90, 14, 28],
        [-170, 0, 20],
        [-214, -8, 21],
        [-292, -34, 12],
        [-366, -66, 6],
      ],
      ink,
    )
    s.limb(
      [
        [8, 10, 32],
        [86, 46, 28],
        [162, 66, 20],
        [206, 78, 21],
        [284, 92, 12],
        [362, 100, 6],
      ],
      ink,
    )
    s.limb(
      [
        [0, 8, 36],
        [-2, -30, 27],
        [2, -72, 31],
        [4, -112, 40],
      ],
      ink,
    )
    s.limb(
      [
        [-26, -124, 15],
        [-62, -182, 12],
        [-58, -240, 10],
        [-24, -306, 7],
      ],
      ink,
    )
    s.limb(
      [
        [34, -124, 15],
        [96, -146, 12],
        [156, -182, 10],
        [224, -238, 6],
      ],
      ink,
    )
    s.limb(
      [
        [6, -140, 14],
        [12, -164, 14],
      ],
      ink,
    )
    s.ellipse(18, -192, 29, 35, ink, 'transform="rotate(14 18 -192)"')
    s.circle(-8, -216, 17, ink)
    s.limb(
      [
        [-14, -218, 8],
        [-58, -206, 9],
        [-92, -176, 6],
        [-128, -168, 2],
      ],
      ink,
    )
    s.line('M38,-136C98,-156 158,-192 222,-244', colour.coral, 4, 'opacity="0.8"')
    s.line('M40,26C100,46 150,56 206,62C260,76 310,84 358,92', colour.coral, 4, 'opacity="0.8"')
    s.line('M-40,-14C-110,-16 -170,-26 -214,-30C-270,-46 -320,-62 -362,-78', colour.blush, 4, 'opacity="0.7"')
  })
}

function tassel(s: Sheet, x: number, y: number, tall: number): void {
  s.circle(x, y + 6, 20, colour.gold)
  s.path(
    `M${n(x - 15)},${n(y + 16)}H${n(x + 15)}L${n(x + 32)},${n(y + tall)}H${n(x - 32)}Z`,
    s.linear(
      [
        [0, '#8a5f1c'],
        [0.4, colour.gold],
        [1, '#8a5f1c'],
      ],
      [0, 0, 1, 0],
    ),
  )
  for (let at = -2; at <= 2; at++)
    s.line(`M${n(x + at * 4)},${n(y + 24)}L${n(x + at * 12)},${n(y + tall - 4)}`, '#7a5216', 2.5, 'opacity="0.7"')
}

function crowd(s: Sheet, y: number, count: number, tint: string): void {
  for (let at = 0; at < count; at++) {
    const x = ((at + s.between(0.1, 0.9)) / count) * s.width
    const r = s.width * s.between(0.021, 0.029)
    const top = y + s.between(-0.014, 0.02) * s.height
    s.circle(x, top, r, tint)
    s.path(
      `M${n(x - r * 2.2)},${n(s.height + 5)}Q${n(x - r * 2)},${n(top + r)} ${n(x)},${n(top + r * 0.9)}Q${n(x + r * 2)},${n(top + r)} ${n(x + r * 2.2)},${n(s.height + 5)}Z`,
      tint,
    )
  }
}
