import { discreetKey, lastTouchKey, plainName } from './discreet.ts'

/**
 * Runs in the head before anything is painted, like the theme's script: a page whose lock is due shows nothing, and one
 * with a plain name shows it from the start. `screens/discreet/keep-discreet.ts` goes on from there.
 */
export const discreetScript = `try{var d=JSON.parse(localStorage.getItem('${discreetKey}')||'{}');var t=localStorage.getItem('${lastTouchKey}');if(d.lockMinutes>0&&t!==null&&Date.now()-t>=d.lockMinutes*6e4)document.documentElement.dataset.locked='';if(d.plain){document.title='${plainName}';document.querySelector('[rel=manifest]').href='/manifest-plain.webmanifest';document.querySelectorAll('[rel=icon],[rel=apple-touch-icon]').forEach(e=>{e.href=e.rel==='icon'?'/plain-icon.svg':'/plain-icon-180.png'})}}catch(e){}`
