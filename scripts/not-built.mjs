/** What `npm start` says, and an installation that cannot build, where there is no product. */
export const NOT_BUILT =
  'pagemark is not built, because what builds it are development dependencies: run `npm ci` without --omit=dev, then `npm start`.';
