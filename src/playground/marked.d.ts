/** `marked.js` beside the built playground is the npm package's own module, copied by `scripts/build.mjs`. */
export * from 'marked';
