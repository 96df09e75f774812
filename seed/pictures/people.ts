import { colour, n, type Sheet } from './sheet.ts'

/** A singer on the stage, `tall` from head to hem. */
export function standing(s: Sheet, x: number, foot: number, tall: number): void {
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

/** Somebody in flight under a trapeze whose bar is at the origin. */
export function hanging(s: Sheet): void {
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

/** Somebody in the splits on a silk, wide as half the sheet. */
export function dancer(s: Sheet, x: number, y: number, k: number): void {
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

/** Somebody sitting on an edge at the given point, seen from the side. */
export function seated(s: Sheet, x: number, y: number, k: number): void {
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

/** Heads of an audience from behind, down to the lower edge. */
export function crowd(s: Sheet, y: number, count: number, tint: string): void {
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
