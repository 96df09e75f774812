import { colour, n, type Sheet } from './sheet.ts'

/** A row of houses with some of their windows lit. */
export function skyline(s: Sheet, low: number, base: number, tint: string, lit: number, wide: number): void {
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

/** Thin clouds around the height `y`. */
export function clouds(s: Sheet, y: number, count: number, tint: string): void {
  for (let at = 0; at < count; at++) {
    const [x, top, w] = [s.random() * s.width, y + s.between(-0.14, 0.14) * s.height, s.between(0.14, 0.36) * s.width]
    for (let puff = 0; puff < 3; puff++)
      s.ellipse(x + (puff - 1) * w * 0.3, top + (puff % 2) * -9, w * 0.42, 9 + (puff % 2) * 7, tint, 'opacity="0.3"')
  }
}

/** A gull far away. */
export function gull(s: Sheet, x: number, y: number, r: number): void {
  s.line(
    `M${n(x - r)},${n(y)}Q${n(x - r * 0.5)},${n(y - r * 0.6)} ${n(x)},${n(y)}Q${n(x + r * 0.5)},${n(y - r * 0.6)} ${n(x + r)},${n(y)}`,
    '#2b2430',
    r * 0.14,
  )
}

/** A hot-air balloon. */
export function balloon(s: Sheet, x: number, y: number, r: number): void {
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
