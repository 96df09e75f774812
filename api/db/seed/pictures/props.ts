import { around, colour, n, type Sheet } from './sheet.ts'

/** A swimming ring, seen from above. */
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

/** Somebody swimming away on the water, about 700 units long. */
export function swimmer(s: Sheet, skin: string, suit: string, hair: string): void {
  s.line('M-46,-150C-110,-200 -126,-270 -84,-350', skin, 36)
  s.line('M46,-150C110,-200 126,-270 84,-350', skin, 36)
  s.line('M-26,40C-40,140 -60,210 -34,330', skin, 44)
  s.line('M26,40C44,140 70,200 60,320', skin, 44)
  s.path(
    'M-64,-160C-30,-184 30,-184 64,-160C70,-100 48,-60 54,-10C64,40 56,66 34,78L0,60L-34,78C-56,66 -64,40 -54,-10C-48,-60 -70,-100 -64,-160Z',
    skin,
  )
  s.path(
    'M-56,-74C-20,-50 20,-50 56,-74C46,-40 50,-20 54,-2C64,40 56,66 34,78L0,62L-34,78C-56,66 -64,40 -54,-2C-50,-20 -46,-40 -56,-74Z',
    suit,
  )
  s.line('M-54,-72L-34,-164M54,-72L34,-164', suit, 11)
  s.circle(0, -216, 48, hair)
  s.path('M-46,-220C-40,-150 30,-150 46,-216C60,-160 40,-120 12,-108C-20,-116 -56,-160 -46,-220Z', hair)
}

/** Somebody in the crowd with both hands up. */
export function raisedHands(s: Sheet, x: number, y: number, k: number): void {
  s.group(`transform="translate(${n(x)} ${n(y)}) scale(${n(k)})" stroke-linejoin="round"`, () => {
    const lean = s.between(-22, 22)
    s.circle(0, -34, 36, '#1c0c1a')
    s.path('M-84,240C-84,60 -50,4 0,4C50,4 84,60 84,240Z', '#1c0c1a')
    s.line(`M-56,60C-90,-20 -84,-90 ${n(-64 + lean)},-150`, '#1c0c1a', 24)
    s.line(`M56,60C92,-20 82,-86 ${n(72 + lean)},-140`, '#1c0c1a', 24)
    for (const [hx, hy] of [
      [-64 + lean, -156],
      [72 + lean, -146],
    ] as const)
      for (let at = -2; at <= 2; at++) s.line(`M${n(hx)},${hy}l${at * 8},${-26 + Math.abs(at) * 5}`, '#1c0c1a', 9)
  })
}

/** A bottle of scent. */
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

/** An open lipstick. */
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

/** A rose laid down, its stem to the right. */
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

/** Petals laid in turns from the outside in, each a shade lighter than the one it covers. */
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

/** A fallen petal. */
export function petal(s: Sheet, x: number, y: number, k: number): void {
  s.path(
    'M-26,0C-20,-22 20,-24 28,-2C16,16 -14,16 -26,0Z',
    s.pick(['#e8452f', '#f6c3ac', '#f3d58a']),
    `transform="translate(${n(x)} ${n(y)}) rotate(${n(s.between(-40, 40))}) scale(${n(k)})"`,
  )
}

/** A vase of flowers whose foot stands at the given point. */
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
