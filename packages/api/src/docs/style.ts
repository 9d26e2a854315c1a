/** Follows the reader's light or dark setting. */
export const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);font:15px/1.5 system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid var(--line);font-size:13px}
nav a{display:block;padding:1px 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}nav a:hover{text-decoration:underline}
nav summary{margin-top:.6rem;font-weight:600}
main{padding:1rem 2rem 6rem;max-width:60rem}
code{font:13px ui-monospace,monospace;background:var(--soft);border-radius:3px;padding:0 3px;overflow-wrap:anywhere}
i{font-style:normal;font-size:11px;opacity:.65}
main details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.3rem .7rem}
main details:has(:target){outline:2px solid}
main summary{cursor:pointer}
main details>div[id]{scroll-margin-top:4rem}h2[id]{scroll-margin-top:1rem}
main details.example{border:0;padding:0;margin:.2rem 0;font-size:13px}pre{font:12px/1.45 ui-monospace,monospace;background:var(--soft);border-radius:4px;padding:.6rem;margin:.3rem 0;overflow:auto}
table{width:100%;border-collapse:collapse;margin:.5rem 0}td{border-top:1px solid var(--line);padding:.25rem .5rem .25rem 0;vertical-align:top}td:first-child{width:14rem}
h4{margin:.8rem 0 .2rem}ul{margin:.2rem 0;padding-left:1.2rem}
.fields{border-left:2px solid var(--line);padding-left:.7rem;margin:.2rem 0}
.error{display:grid;grid-template-columns:3rem 1fr;font-size:13px}.error ul{padding-left:1rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}`
