/** Who calls, by username in `world.sql`, and what; the reads whose cost has grown with the world once. */
export const calls: readonly (readonly [who: string, path: string])[] = [
  ['star', '/api/chat/sessions?mode=creator'],
  ['star', '/api/chat/sessions?mode=creator&sort=top_spenders'],
  ['normalcreator', '/api/chat/sessions?mode=creator&sort=top_spenders'],
  ['star', '/api/chat/sessions?mode=creator&sort=unread_first'],
  ['star', '/api/chat/sessions?mode=creator&sort=oldest_unanswered'],
  ['star', '/api/chat/sessions?mode=creator&filter=spenders'],
  ['star', '/api/chat/sessions?mode=creator&filter=subscribers&filter=unread&filter=spenders&sort=top_spenders'],
  ['star', '/api/creator/audiences?audience=spenders'],
  ['star', '/api/creator/audiences?audience=non_spenders'],
  ['staff', '/api/staff/reports?status=open'],
  ['staff', '/api/staff/reports?status=upheld'],
  ['staff', '/api/staff/sales?q=star'],
  ['staff', '/api/staff/sales?q=whale'],
  ['staff', '/api/staff/sales?q=zzqqxxvv'],
]
