/** The icons of the product, by Lucide's names. After adding one, `node scripts/icons.ts` draws the sheet again. */
export const iconNames = [
  'archive', 'arrow-left', 'arrow-right', 'arrow-up', 'badge-check', 'ban', 'bell', 'bell-off', 'bookmark', 'calendar', 'camera', 'chart-line',
  'check', 'check-check', 'chevron-down', 'chevron-left', 'chevron-right', 'circle-exclamation-point', 'circle-check', 'circle-plus', 'clock', 'coins',
  'copy', 'credit-card', 'download', 'ellipsis', 'external-link', 'eye', 'eye-off', 'file-text', 'flag', 'folder', 'funnel', 'gift', 'globe',
  'heart', 'house', 'image', 'info', 'key-round', 'laptop', 'link', 'list', 'lock', 'lock-open', 'log-out', 'mail', 'map-pin', 'maximize', 'megaphone',
  'message-circle', 'message-square', 'mic', 'minus', 'moon', 'paperclip', 'pause', 'pencil', 'pin', 'play', 'plus', 'receipt', 'refresh-cw',
  'reply', 'rotate-ccw', 'search', 'send', 'settings', 'share', 'shield', 'shield-check', 'face-slightly-smiling', 'square', 'star', 'sun', 'tag', 'trash',
  'triangle-exclamation-point', 'undo-2', 'upload', 'user', 'user-minus', 'user-plus', 'users', 'video', 'volume-2', 'wallet', 'x',
] as const

export type IconName = (typeof iconNames)[number]
