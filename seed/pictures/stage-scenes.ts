import { standing } from './people.ts'
import { tassel } from './props.ts'
import { colour, n, type Sheet } from './sheet.ts'

/** Pictures from the stage. Each fills the sheet it is given, whatever its shape. */
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
} satisfies Record<string, (sheet: Sheet) => void>
