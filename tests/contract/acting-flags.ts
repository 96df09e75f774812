/** The terms of both hand-written tables: what an operator needs to call an endpoint. */
export const chat = ['can_chat']
export const payment = ['can_payment']
export const medias = ['can_medias']
export const profile = ['can_profile']
export const social = ['can_social']
export const broadcast = ['can_chat', 'can_social']
/** Nothing more than the grant itself. */
export const noFlag: string[] = []
/** No flag opens it. */
export const never = 'never'
/** Open to visitors; without these flags an operator sees what a visitor sees. */
export const visitorWithout = (...flags: string[]) => ({ visitorWithout: flags })
/** Open to visitors; an operator is one, whatever the flags. */
export const visitor = { visitorWithout: ['nothing opens it'] }

/** The flags that an operator needs; `never`; or those without which they see what a visitor sees. */
export type Row = string[] | typeof never | { visitorWithout: string[] }
