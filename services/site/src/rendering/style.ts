// The style of all pages; the colours are variables (theme.ts). Sizes follow the text size of the browser.

export const style = `
*,::before,::after{box-sizing:border-box}
html{font:100%/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:none;text-size-adjust:none;scroll-behavior:smooth;scroll-padding-top:1.5rem}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}*,::before,::after{transition:none!important}}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;color:var(--text);background:var(--background);overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
h1,h2,h3,h4,h5,h6,p,ul,ol,figure,blockquote,table,pre,dl{margin:0}
h1,h2,h3,h4,h5,h6{line-height:1.2;text-wrap:balance;letter-spacing:-.015em;font-weight:700}
p,li,figcaption,blockquote{text-wrap:pretty}
img,video,iframe{display:block;max-width:100%;height:auto;border:0}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:.08em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:.1875rem solid var(--link);outline-offset:.1875rem;border-radius:.25rem}
::selection{color:var(--on-button);background:var(--button)}

.skip{position:absolute;inset-block-start:.5rem;inset-inline-start:.5rem;z-index:2;padding:.75rem 1rem;background:var(--background);border-radius:.5rem}
.skip:not(:focus){clip-path:inset(50%);width:1px;height:1px;padding:0;overflow:hidden;white-space:nowrap}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.quiet{color:var(--quiet)}
.bar,main{width:min(100% - 2.5rem,66rem);margin-inline:auto}
.draft{padding:.5rem 1.25rem;text-align:center;font-weight:600;color:var(--on-button);background:var(--button)}

.top{border-block-end:1px solid var(--line)}
.top .bar{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 2rem;min-height:4.5rem;padding-block:.75rem}
.brand{display:inline-flex;align-items:center;min-height:2.75rem;margin-inline-end:auto;font-size:1.1875rem;font-weight:700;letter-spacing:-.01em;color:var(--text);text-decoration:none}
.brand img{width:auto;height:2.5rem;max-width:12rem;object-fit:contain}
.menu{color:inherit;background:none;border:0;padding:0;margin:0}
.menu ul{display:flex;flex-wrap:wrap;gap:0 1.75rem;padding:0;list-style:none}
.menu a{display:flex;align-items:center;min-height:2.75rem;color:var(--text);text-decoration:none;font-weight:500}
.menu a:hover{text-decoration:underline}
.menu a[aria-current]{color:var(--link);box-shadow:inset 0 -.125rem var(--link)}
.unfold{display:none}
@media(min-width:48.01rem){.menu[popover]{display:block;position:static;inset:auto;width:auto;height:auto;overflow:visible}}
@media(max-width:48rem){
.top .bar{flex-wrap:nowrap}
.menu ul{gap:0 1.25rem}
@supports selector(:popover-open){
.unfold{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.25rem 1rem;font:inherit;font-weight:600;color:var(--text);background:none;border:1px solid var(--edge);border-radius:.625rem;cursor:pointer}
.unfold::before{content:"";width:1rem;height:.6875rem;border-block:.125rem solid;background:linear-gradient(currentcolor,currentcolor) 50%/100% .125rem no-repeat}
.menu[popover]{position:fixed;inset:auto .75rem .75rem;width:auto;max-height:80dvh;overflow:auto;padding:.75rem 1.25rem;color:var(--text);background:var(--background);border:1px solid var(--line);border-radius:1rem;box-shadow:0 .5rem 2.5rem rgb(0 0 0/.25)}
.menu::backdrop{background:rgb(0 0 0/.4)}
.menu[popover] ul{display:block}
.menu[popover] li+li{border-block-start:1px solid var(--line)}
.menu[popover] a{min-height:3rem}
.menu[popover] a[aria-current]{font-weight:700;box-shadow:none}
}}

main{flex:1;padding-block:clamp(2.5rem,6vw,4.5rem) clamp(3.5rem,9vw,6.5rem)}
main:focus{outline:0}
main>*{max-width:44rem;margin-block-start:1.75rem}
main>:first-child{margin-block-start:0}
main>.wide{max-width:none}
main>.center{margin-inline:auto}
h1{max-width:24ch;font-size:clamp(2.125rem,1.5rem + 3vw,3.5rem);line-height:1.08;letter-spacing:-.03em}
h2{font-size:clamp(1.5rem,1.3rem + 1vw,2rem)}
h3{font-size:clamp(1.25rem,1.15rem + .5vw,1.4375rem)}
h4{font-size:1.125rem}
h5,h6{font-size:1rem}
main>.h2,main>.lessons:has(>.h2){margin-block-start:clamp(3rem,6vw,4.5rem)}
main>.h3{margin-block-start:2.5rem}
.h2+*,.h3+*,.h4+*{margin-block-start:1rem}
.h2{font-size:clamp(1.5rem,1.3rem + 1vw,2rem)}
.h3{font-size:clamp(1.25rem,1.15rem + .5vw,1.4375rem)}
.h4{font-size:1.125rem}
.center{text-align:center}

.text{font-size:1.125rem;line-height:1.7}
.text>*+*{margin-block-start:1em}
.text ul,.text ol{padding-inline-start:1.4em}
.text li+li{margin-block-start:.35em}
.text li::marker{color:var(--quiet)}
.text blockquote{padding-inline-start:1.25rem;border-inline-start:.25rem solid var(--button);font-size:1.05em}
.text code,.text pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.9em;background:var(--surface);border-radius:.25rem}
.text code{padding:.1em .3em}
.text pre{padding:1rem;overflow:auto}
.text table{border-collapse:collapse;width:100%}
.text th,.text td{padding:.5rem .75rem;border-block-end:1px solid var(--line);text-align:start;vertical-align:top}
.text.center ul,.text.center ol{display:inline-block;text-align:start}

.media img,.media video,.frame{border-radius:.875rem}
.media video{width:100%;background:#000;aspect-ratio:16/9}
.frame{width:100%;aspect-ratio:16/9;background:var(--surface)}
figcaption{margin-block-start:.625rem;font-size:.9375rem;line-height:1.5;color:var(--quiet)}
main hr{max-width:none;height:1px;margin:2.75rem 0 1rem;border:0;background:var(--line)}

.button,button[type=submit]{display:inline-flex;align-items:center;justify-content:center;min-height:3.125rem;padding:.625rem 1.625rem;font:inherit;font-weight:600;line-height:1.3;text-align:center;text-decoration:none;color:var(--on-button);background:var(--button);border:1px solid var(--button);border-radius:.75rem;cursor:pointer;transition:background-color .15s}
.button:hover,button[type=submit]:hover{background:var(--button-over);border-color:var(--button-over);text-decoration:none}

.columns{display:grid;gap:2rem clamp(1.5rem,4vw,3rem)}
.columns .card:only-child{height:100%}
.columns>*>*+*{margin-block-start:1.25rem}
@media(min-width:48.01rem){.columns-2{grid-template-columns:repeat(2,minmax(0,1fr))}.columns-3{grid-template-columns:repeat(3,minmax(0,1fr))}.columns-4{grid-template-columns:repeat(4,minmax(0,1fr));column-gap:1.5rem}}

.card{overflow:hidden;background:var(--surface);border:1px solid var(--line);border-radius:1.125rem}
.card .inside{padding:clamp(1.25rem,4vw,2rem)}
.card .inside>*+*{margin-block-start:.75rem}
.offer{display:flex;flex-wrap:wrap}
.offer img{flex:1 1 16rem;width:100%;min-width:0;object-fit:cover;border-radius:0;aspect-ratio:4/3}
.offer .inside{flex:1.4 1 18rem;display:flex;flex-direction:column;align-items:flex-start;justify-content:center}
.about{color:var(--quiet);white-space:pre-line}
.price{font-size:1.625rem;font-weight:700;letter-spacing:-.02em;line-height:1.2}
.price s,.price .term{font-size:1.0625rem;font-weight:400;letter-spacing:0;color:var(--quiet)}
.inside>.button{margin-block-start:1.25rem}
.columns .offer img{flex-basis:100%}
.columns .offer .inside{justify-content:flex-start}

.lessons ol{counter-reset:lesson;padding:0;margin-block-start:1.25rem;list-style:none;border-block-start:1px solid var(--line)}
.lessons li{counter-increment:lesson;position:relative;padding:1.125rem 0;padding-inline-start:3.5rem;border-block-end:1px solid var(--line)}
.lessons li::before{content:counter(lesson);position:absolute;inset-inline-start:0;inset-block-start:1rem;width:2.25rem;height:2.25rem;display:grid;place-items:center;font-size:.9375rem;font-weight:700;color:var(--link);background:var(--surface);border:1px solid var(--line);border-radius:50%}
.lessons .lesson{font-weight:600;line-height:1.6}

.form>*+*{margin-block-start:1.25rem}
.form h2{font-size:clamp(1.25rem,1.15rem + .5vw,1.4375rem)}
.form label,.form legend{display:block;margin-block-end:.375rem;padding:0;font-weight:600}
.form fieldset{margin-inline:0;padding:0;border:0}
.form input:not([type=checkbox]),.form select,.form textarea{width:100%;min-height:3.125rem;padding:.625rem .875rem;font:inherit;color:var(--text);background:var(--background);border:1px solid var(--edge);border-radius:.75rem}
.form textarea{min-height:9rem;line-height:1.5;resize:vertical}
.form [aria-invalid]{border-width:.125rem;border-color:var(--text)}
.form .choice{display:flex;gap:.75rem;align-items:flex-start}
.form .choice+.choice{margin-block-start:.625rem}
.form .choice label{margin:0;font-weight:400}
.form .choice input{flex:none;width:1.375rem;height:1.375rem;margin:.0625rem 0 0;accent-color:var(--button)}
.form .hint,.form .optional{font-size:.9375rem;font-weight:400;color:var(--quiet)}
.form .hint,.form .problem{margin-block-end:.5rem}
.form .problem{font-weight:600}
.form .problem::before{content:"\\26a0\\fe0e";margin-inline-end:.375rem}
.form .problems{padding:1rem 1.25rem;border:.125rem solid var(--text);border-radius:.75rem}
.form .problems ul{margin-block-start:.5rem;padding-inline-start:1.25rem}
.form button{margin-block-start:1.75rem}

.end{border-block-start:1px solid var(--line);color:var(--quiet);font-size:.9375rem}
.end .bar{padding-block:2rem}
.end p{white-space:pre-line}
.lead{font-size:1.1875rem;color:var(--quiet);white-space:pre-line}
@media print{.top,.end,.skip{display:none}}
`
