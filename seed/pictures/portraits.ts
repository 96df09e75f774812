import { type Hair, type Look, lookOf } from './looks.ts'
import { colour, n, type Sheet } from './sheet.ts'

/** A face in cut paper, lit from the left, for anybody: the cast has looks of its own, others get one from their name. */
export function drawFace(sheet: Sheet, name: string): void {
  const look = lookOf(sheet, name)
  const { width, height } = sheet
  drawBackdrop(sheet, look)
  const scale = Math.max(width / 400, (height / 400) * 0.86)
  const top = height > width ? height - 408 * scale : height - 402 * scale
  sheet.group(`transform="translate(${n(width / 2 - 200 * scale)} ${n(top)}) scale(${n(scale)})"`, () => {
    hairBehind(sheet, look)
    body(sheet, look)
    head(sheet, look)
    hairInFront(sheet, look)
    extras(sheet, look)
  })
  sheet.vignette(colour.ink, 0.28)
}

function drawBackdrop(sheet: Sheet, { back, disc }: Look): void {
  const { width, height } = sheet
  sheet.fill(
    sheet.linear(
      [
        [0, back[0]],
        [1, back[1]],
      ],
      [0.2, 0, 0.8, 1],
    ),
  )
  const y = height * 0.46
  for (let at = 0; at < 22; at++) {
    const a = (at / 22) * Math.PI * 2
    const b = a + Math.PI / 26
    const far = Math.hypot(width, height)
    sheet.path(
      `M${n(width / 2)},${n(y)}L${n(width / 2 + Math.cos(a) * far)},${n(y + Math.sin(a) * far)}L${n(width / 2 + Math.cos(b) * far)},${n(y + Math.sin(b) * far)}Z`,
      disc,
      'opacity="0.16"',
    )
  }
  sheet.circle(width / 2 + width * 0.012, y + width * 0.018, width * 0.395, colour.ink, 'opacity="0.16"')
  sheet.circle(
    width / 2,
    y,
    width * 0.395,
    sheet.linear([
      [0, disc],
      [1, disc, 0.8],
    ]),
  )
  sheet.glow(width * 0.36, y - height * 0.12, width * 0.42, colour.paper, 0.4)
}

function body(sheet: Sheet, { skin, cloth }: Look): void {
  const shoulders = 'M42,430C50,350 108,326 168,306C182,334 218,334 232,306C292,326 350,350 358,430Z'
  sheet.path(shoulders, colour.ink, 'opacity="0.25" transform="translate(5 -5)"')
  sheet.path(
    shoulders,
    sheet.linear([
      [0, cloth[0]],
      [1, cloth[0]],
    ]),
  )
  sheet.path('M358,430C350,350 292,326 232,306C224,326 214,330 204,332L214,430Z', colour.ink, 'opacity="0.2"')
  sheet.path('M170,226L170,304C172,346 228,346 230,304L230,226Z', skin[1])
  sheet.path('M170,240L170,304C172,332 190,338 200,338L192,268Z', skin[0], 'opacity="0.75"')
  sheet.line('M160,309C172,352 228,352 240,309', cloth[1], 9)
}

function head(sheet: Sheet, { skin, lips, hairTint, beard }: Look): void {
  const shape = 'M136,146C136,94 166,70 200,70C234,70 264,94 264,146C264,204 242,262 200,270C158,262 136,204 136,146Z'
  sheet.ellipse(136, 164, 12, 21, skin[0])
  sheet.ellipse(264, 164, 12, 21, skin[1])
  sheet.path(shape, skin[0])
  sheet.clip(`<path d="${shape}"/>`, () => {
    sheet.path(
      'M204,60L207,142C209,158 222,186 219,195C216,202 205,202 203,206L208,222L202,240L206,280L280,280L280,60Z',
      skin[1],
    )
    sheet.glow(160, 200, 30, lips, 0.3)
    sheet.glow(242, 200, 28, lips, 0.24)
    if (beard) {
      sheet.path(
        'M130,176C142,206 160,210 178,205C192,200 208,200 222,205C240,210 258,206 270,176L276,290L124,290Z',
        hairTint[0],
      )
      sheet.path(
        'M130,176C142,206 160,210 178,205C186,202 192,201 198,201L196,290L124,290Z',
        hairTint[1],
        'opacity="0.7"',
      )
    }
  })
  for (const [x, flip] of [
    [169, 1],
    [231, -1],
  ] as const) {
    sheet.group(`transform="translate(${x} 158) scale(${flip} 1)"`, () => {
      sheet.path('M-20,0Q-3,-14 19,4Q1,13 -20,0Z', '#fdf6ec')
      sheet.circle(0, 0, 7, '#2a1a1e')
      sheet.circle(-2, -2.4, 2, '#ffffff')
      sheet.line('M-24,-3L-20,0Q-3,-15 19,4', '#1f1418', 3.8)
      sheet.line('M-26,-19Q-10,-30 18,-17', hairTint[0], 5.4)
    })
  }
  // The corners of the mouth are lifted: everybody here is glad to see the visitor.
  sheet.path('M-27,-7Q-10,-7 0,-3Q10,-7 27,-7Q0,7 -27,-7Z', lips, 'transform="translate(200 227)"')
  sheet.path('M-27,-7Q0,27 27,-7Q0,7 -27,-7Z', lips, 'transform="translate(200 227)" fill-opacity="0.84"')
  sheet.path('M-18,-3Q0,6 18,-3Q0,9 -18,-3Z', '#fff6ee', 'transform="translate(200 227)" fill-opacity="0.85"')
  for (const [x, lean] of [
    [-33, -3],
    [33, 3],
  ] as const)
    sheet.line(`M${x},-14q${lean},6 ${-lean},11`, skin[1], 3, 'transform="translate(200 227)"')
}

function hairBehind(sheet: Sheet, { hair, hairTint }: Look): void {
  const [dark, light] = hairTint
  const fill = sheet.linear(
    [
      [0, light],
      [0.6, dark],
      [1, dark],
    ],
    [0, 0, 1, 0.8],
  )
  if (hair === 'bob')
    sheet.path(
      'M116,160C108,84 154,44 200,44C248,44 294,84 284,160C288,214 284,244 270,262L130,262C116,244 112,214 116,160Z',
      fill,
    )
  if (hair === 'long')
    sheet.path(
      'M118,150C110,80 154,44 200,44C248,44 292,80 282,150C284,230 316,300 306,392L94,392C84,300 116,230 118,150Z',
      fill,
    )
  if (hair === 'waves')
    sheet.path(
      'M118,160C98,90 146,42 204,44C262,44 300,92 282,160C300,196 290,232 268,246L132,246C110,230 104,196 118,160Z',
      fill,
    )
  if (hair === 'swoop')
    sheet.path(
      'M120,156C104,76 160,36 214,42C280,48 300,108 284,168C292,232 318,266 292,330C262,356 244,310 240,270L150,262C138,300 118,330 104,300C92,262 118,220 120,156Z',
      fill,
    )
  if (hair === 'scarf')
    sheet.path(
      'M112,170C104,78 156,38 200,38C246,38 296,78 288,170C290,250 306,300 326,352C260,400 140,400 74,352C96,300 110,250 112,170Z',
      fill,
    )
  if (hair === 'bun') {
    sheet.circle(200, 42, 42, fill)
    sheet.circle(188, 32, 20, light, 'opacity="0.4"')
    sheet.circle(200, 140, 78, fill)
  }
  if (hair === 'curls') {
    for (let at = 0; at < 44; at++) {
      const a = Math.PI * (0.86 + (at / 43) * 1.28)
      const far = sheet.between(78, 122)
      const x = 200 + Math.cos(a) * far
      sheet.circle(
        x,
        140 + Math.sin(a) * far * 0.98,
        sheet.between(20, 31),
        x < 190 && sheet.random() < 0.6 ? light : dark,
      )
    }
  }
}

function hairInFront(sheet: Sheet, { hair, hairTint, hat }: Look): void {
  const [dark, light] = hairTint
  const fill = sheet.linear(
    [
      [0, light],
      [0.55, dark],
      [1, dark],
    ],
    [0, 0, 1, 0.4],
  )
  const fronts: Partial<Record<Hair, string>> = {
    bob: 'M124,176C112,92 150,50 200,50C250,50 288,92 276,176C270,150 264,134 258,124C220,134 176,132 142,122C134,136 128,150 124,176Z',
    long: 'M124,190C112,92 152,50 200,50C248,50 288,92 276,190C272,140 246,104 202,80C156,104 130,140 124,190Z',
    waves:
      'M126,156C112,86 160,44 214,52C262,56 290,96 276,156C270,130 258,112 240,106C222,120 196,96 176,110C152,106 138,124 126,156Z',
    swoop: 'M126,170C116,92 152,48 208,50C262,52 288,98 278,176C272,140 252,108 226,92C206,112 150,116 126,170Z',
    short:
      'M128,146C116,82 156,42 210,48C262,48 286,92 272,146C266,126 260,114 250,108C222,116 180,108 158,92C146,104 134,120 128,146Z',
    crop: 'M131,142C126,84 160,56 200,56C240,56 274,84 269,142C264,116 252,98 236,93L164,93C148,98 136,116 131,142Z',
    bun: 'M128,152C120,88 156,58 200,58C244,58 280,88 272,152C262,116 238,96 200,92C162,96 138,116 128,152Z',
    curls:
      'M130,150C124,96 160,68 200,68C240,68 276,96 270,150C262,120 246,106 226,104C210,92 190,92 174,104C154,106 138,120 130,150Z',
    scarf:
      'M136,150C130,92 160,60 200,60C240,60 270,92 264,150C264,214 238,262 200,274C162,262 136,214 136,150ZM112,170C104,78 156,38 200,38C246,38 296,78 288,170C292,250 262,300 200,312C138,300 108,250 112,170Z',
  }
  sheet.path(fronts[hair] ?? '', fill, 'fill-rule="evenodd"')
  if (hair === 'curls')
    for (let at = 0; at < 11; at++)
      sheet.circle(138 + at * 12.4, 100 - Math.sin((at / 10) * Math.PI) * 26, 17, at < 5 ? light : dark)
  if (hair === 'bob' || hair === 'swoop' || hair === 'long')
    sheet.line('M146,104C158,76 180,64 204,62', colour.paper, 4, 'opacity="0.22"')
  if (hair === 'scarf') sheet.line('M122,150C120,96 156,54 200,52', colour.paper, 5, 'opacity="0.25"')
  if (!hat) return
  if (hair === 'long') {
    sheet.path('M146,84C146,24 172,14 200,14C228,14 254,24 254,84Z', hat)
    sheet.path('M204,14C230,14 254,26 254,84L210,84Z', colour.ink, 'opacity="0.22"')
    sheet.rect(145, 66, 110, 18, colour.ink, 'opacity="0.75"')
    sheet.ellipse(200, 88, 132, 21, hat)
    sheet.path('M200,67A132,21 0 0 1 200,109Z', colour.ink, 'opacity="0.2"')
  } else {
    sheet.path('M122,108C114,50 158,26 200,26C242,26 286,50 278,108C228,92 172,92 122,108Z', hat)
    sheet.path('M204,26C244,26 286,50 278,108C258,101 236,97 212,96Z', colour.ink, 'opacity="0.3"')
    sheet.path('M122,108C172,90 228,90 278,108C276,118 276,120 275,124C226,106 174,106 125,124Z', colour.brass)
  }
}

function extras(sheet: Sheet, { glasses, earrings, hair }: Look): void {
  if (glasses) {
    for (const x of [167, 233]) {
      sheet.circle(x, 160, 27, colour.paper, 'opacity="0.16"')
      sheet.circle(x, 160, 27, 'none', `stroke="${colour.ink}" stroke-width="5"`)
      sheet.line(`M${x - 15},150L${x - 4},140`, colour.paper, 3, 'opacity="0.7"')
    }
    sheet.line('M194,156Q200,151 206,156', colour.ink, 5)
  }
  if (earrings && hair !== 'scarf') {
    for (const x of [133, 267]) {
      sheet.circle(x, 194, 7, colour.brass)
      sheet.path(`M${x},200L${x + 9},226L${x - 9},226Z`, colour.gold)
    }
  }
}
