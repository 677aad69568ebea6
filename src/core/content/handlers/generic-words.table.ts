/** Words in names of picture files that say nothing of what a picture shows: what it is, where it stands, how it was made and by what. */
export const GENERIC_WORDS: readonly string[] = [
  'image images img imgs photo photos picture pictures pic pics bild bilder foto fotos imagen screenshot screenshots screen shot capture',
  'bildschirmfoto dsc dscn dscf imgp pict unnamed untitled default placeholder asset assets file files download upload attachment',
  'frame group layer artboard slide figure fig graphic graphics main hero featured feature banner header headline cover lead teaser',
  'thumb thumbs thumbnail tn tile card bg background preview blog blogpost post article page section icon icons',
  'small medium large big full xl xxl sm md lg wide square portrait landscape mobile desktop tablet web retina hd',
  'scaled edited edit copy kopie final new old min opt crop cropped resized resize optimized compressed removebg render rendered',
  'unsplash pexels pixabay shutterstock istock istockphoto adobestock gettyimages getty vecteezy freepik depositphotos stock dall',
  'jpg jpeg png webp gif svg avif heic version ver rev px at of on the and by',
];
