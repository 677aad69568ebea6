/** Endings of the names of picture files. */
const KIND = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|bmp|tiff?)$/i;

/** The name of the file that an address names, without query and fragment; '' where it ends in a folder. */
export function fileNameOf(address: string): string {
  const path = address.replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a name of a file is that of a picture. */
export function isPictureName(fileName: string): boolean {
  return KIND.test(fileName);
}

/** The same anywhere in an address: one look tells nearly all addresses that are none. */
const ANY_KIND = /\.(?:jpe?g|png|gif|webp|avif|svg|heic|bmp|tiff?)(?![a-z])/i;

/** Whether an address is that of a picture's file. */
export function isPictureFile(address: string): boolean {
  return ANY_KIND.test(address) && isPictureName(fileNameOf(address));
}

/** A name of a file without the ending that says that it is a picture. */
export function withoutPictureKind(fileName: string): string {
  return fileName.replace(KIND, '');
}

/** Folders in which sites keep the portraits of their users. */
const PORTRAIT = /gravatar\.com\/avatar|(?:\/|%2F)(?:(?:user_?)?avatars?|profile_images?)(?:\/|%2F)/i;

/** Whether an address is that of a user's portrait, by where sites keep them. */
export function isPortraitFile(address: string): boolean {
  return PORTRAIT.test(address);
}
