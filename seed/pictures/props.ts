import { around, colour, n, type Sheet } from './sheet.ts'

export function bulb(s: Sheet, x: number, y: number, r: number): void {
  s.circle(x, y, r * 3.4, colour.gold, 'opacity="0.1"')
  s.circle(x, y, r * 2, colour.gold, 'opacity="0.2"')
  s.circle(x, y, r, '#ffe9ae')
  s.circle(x, y, r * 0.55, '#fffdf2')
}

/** A tassel that holds a curtain. */
export function tassel(s: Sheet, x: number, y: number, tall: number): void {
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

export function ring(s: Sheet, x: number, y: number, r: number, a: string, b: string): void {
  s.ellipse(x + 34, y + 50, r, r, '#05303a', 'opacity="0.35"')
  for (let at = 0; at < 8; at++) {
    const [x1, y1] = around(x, y, r, at * 45)
    const [x2, y2] = around(x, y, r, at * 45 + 45.5)
    s.path(`M${n(x)},${n(y)}L${n(x1)},${n(y1)}A${n(r)},${n(r)} 0 0 1 ${n(x2)},${n(y2)}Z`, at % 2 ? a : b)
  }
  s.circle(x, y, r * 0.76, 'none', `stroke="#ffffff" stroke-opacity="0.35" stroke-width="${n(r * 0.1)}"`)
  s.circle(x, y, r * 0.93, 'none', `stroke="#3b1f42" stroke-opacity="0.14" stroke-width="${n(r * 0.14)}"`)
  s.circle(
    x,
    y,
    r * 0.48,
    s.linear([
      [0, '#2b7f84'],
      [1, '#4ba29e'],
    ]),
  )
  s.line(
    `M${n(x - r * 0.3)},${n(y)}q${n(r * 0.2)},${n(-r * 0.16)} ${n(r * 0.34)},0t${n(r * 0.26)},${n(-r * 0.05)}`,
    '#effff2',
    4,
    'opacity="0.5"',
  )
}

export function perfume(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${k})"`, () => {
    s.ellipse(10, 58, 84, 14, '#1c080e', 'opacity="0.5"')
    s.rect(
      -66,
      -90,
      132,
      148,
      s.linear(
        [
          [0, '#ffe2bd', 0.95],
          [0.4, '#f5a070', 0.85],
          [1, '#8c2f2a', 0.95],
        ],
        [0, 0, 1, 1],
      ),
      'rx="24"',
    )
    s.rect(-52, -40, 104, 84, '#c94a34', 'rx="14" opacity="0.75"')
    s.rect(-22, -116, 44, 30, colour.brass)
    s.circle(
      0,
      -138,
      32,
      s.linear(
        [
          [0, '#fff3cd'],
          [1, '#a8742c'],
        ],
        [0, 0, 1, 1],
      ),
    )
    s.line('M-48,-66V20', colour.paper, 8, 'opacity="0.7"')
  })
}

export function lipstick(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${k})"`, () => {
    s.ellipse(8, 56, 50, 11, '#1c080e', 'opacity="0.5"')
    s.path(
      'M-22,-60V-120C-22,-146 6,-160 22,-166V-60Z',
      s.linear(
        [
          [0, '#ff7a5a'],
          [1, '#a01f22'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.rect(
      -28,
      -66,
      56,
      46,
      s.linear(
        [
          [0, '#8a5f1c'],
          [0.4, '#fff3cd'],
          [1, '#8a5f1c'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.rect(
      -38,
      -22,
      76,
      78,
      s.linear(
        [
          [0, '#2b1c24'],
          [0.35, '#6d4c5c'],
          [1, '#120a10'],
        ],
        [0, 0, 1, 0],
      ),
      'rx="6"',
    )
  })
}

export function rose(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) rotate(-24) scale(${k})"`, () => {
    s.line('M26,40C120,120 240,170 420,190', '#0b1c14', 22, 'opacity="0.35" transform="translate(8 26)"')
    s.line('M20,30C120,110 240,160 420,180', '#2c5a40', 13)
    for (const [lx, ly, turn] of [
      [190, 136, -40],
      [270, 158, 70],
    ] as const)
      s.path(
        'M0,0C30,-50 90,-60 130,-34C96,0 40,20 0,0Z',
        '#2f6b4c',
        `transform="translate(${lx} ${ly}) rotate(${turn})"`,
      )
    s.circle(10, 18, 96, '#12060c', 'opacity="0.4"')
    blossom(s, 0, 0, 96, ['#7d1018', '#b01c22', '#d8382c', '#f0604a'])
  })
}

function blossom(s: Sheet, x: number, y: number, r: number, tints: [string, string, string, string]): void {
  for (let turn = 0; turn < 4; turn++) {
    const far = r * (1 - turn * 0.25)
    const count = 6 - turn
    for (let at = 0; at < count; at++) {
      const [px, py] = around(x, y, far * 0.46, (at * 360) / count + turn * 37)
      s.circle(px + 2, py + 4, far * 0.56, '#2a0610', 'opacity="0.28"')
      s.circle(
        px,
        py,
        far * 0.55,
        s.linear([
          [0, tints[Math.min(3, turn + 1)] ?? tints[3]],
          [1, tints[turn] ?? tints[0]],
        ]),
      )
    }
  }
  s.circle(x, y, r * 0.17, tints[0])
  s.line(
    `M${n(x - r * 0.12)},${n(y)}a${n(r * 0.12)},${n(r * 0.12)} 0 1 1 ${n(r * 0.2)},${n(r * 0.08)}`,
    tints[3],
    r * 0.045,
  )
}

export function petal(s: Sheet, x: number, y: number, k: number): void {
  s.path(
    'M-26,0C-20,-22 20,-24 28,-2C16,16 -14,16 -26,0Z',
    s.pick(['#e8452f', '#f6c3ac', '#f3d58a']),
    `transform="translate(${n(x)} ${n(y)}) rotate(${n(s.between(-40, 40))}) scale(${n(k)})"`,
  )
}

export function bouquet(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${k})"`, () => {
    const heads = [
      [-96, -236, 40],
      [0, -300, 46],
      [92, -246, 42],
      [-52, -190, 44],
      [52, -184, 46],
      [-132, -168, 32],
      [134, -172, 34],
      [2, -224, 40],
      [-60, -278, 32],
      [62, -294, 30],
    ] as const
    for (let at = 0; at < 13; at++) {
      const turn = -78 + at * 13
      s.path(
        'M0,0C34,-60 30,-150 0,-212C-30,-150 -34,-60 0,0Z',
        at % 3 ? '#2c6450' : '#1b4a45',
        `transform="translate(0 -96) rotate(${turn}) scale(${n(s.between(0.8, 1.1))})"`,
      )
    }
    for (const [hx, hy] of heads) s.line(`M${hx},${hy}Q${n(hx * 0.2)},-130 0,-80`, '#1b4a3c', 5)
    for (const [at, [hx, hy, r]] of heads.entries()) {
      const sets: [string, string, string, string][] = [
        ['#8c1d22', '#c8342a', '#e8553c', '#f5866a'],
        ['#c98a6a', '#f0b698', '#f8d2bc', '#fff0e2'],
        ['#a8742c', '#d9ab4c', '#f0cb78', '#fbe7b0'],
      ]
      blossom(s, hx, hy, r, sets[at % 3] ?? ['#8c1d22', '#c8342a', '#e8553c', '#f5866a'])
    }
    for (let at = 0; at < 16; at++)
      s.circle(...around(0, -236, s.between(60, 104), at * 22.5), s.between(3, 6), colour.paper, 'fill-opacity="0.9"')
    s.path(
      'M-46,-104C-58,-76 -40,-60 -44,-34C-50,-6 -44,10 -28,14H28C44,10 50,-6 44,-34C40,-60 58,-76 46,-104Z',
      s.linear(
        [
          [0, '#fff6e2'],
          [0.4, '#f1d9b8'],
          [1, '#a5705c'],
        ],
        [0, 0, 1, 0],
      ),
    )
    s.path('M-45,-40C-20,-30 20,-30 45,-40L47,-22C20,-12 -20,-12 -47,-22Z', '#1b5560')
    s.ellipse(0, -104, 46, 8, '#7a4a40')
  })
}

/** A horse of the carousel. */
export function horse(s: Sheet, x: number, y: number, k: number, tint: string): void {
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
