/** The names that forums give the emoji of most posts (`:slight_smile:`), each with its sign: those of GitHub and Discourse. */
const NAMES =
  'slight_smile 🙂 smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 satisfied 😆 joy 😂 rofl 🤣 sweat_smile 😅 innocent 😇 ' +
  'blush 😊 relaxed ☺️ upside_down_face 🙃 wink 😉 relieved 😌 heart_eyes 😍 kissing_heart 😘 yum 😋 stuck_out_tongue 😛 ' +
  'stuck_out_tongue_winking_eye 😜 stuck_out_tongue_closed_eyes 😝 zany_face 🤪 nerd_face 🤓 sunglasses 😎 star_struck 🤩 ' +
  'partying_face 🥳 smirk 😏 unamused 😒 disappointed 😞 pensive 😔 worried 😟 confused 😕 slight_frown 🙁 slightly_frowning_face 🙁 ' +
  'frowning ☹️ frowning_face ☹️ persevere 😣 confounded 😖 tired_face 😫 weary 😩 pleading_face 🥺 cry 😢 sob 😭 triumph 😤 angry 😠 ' +
  'rage 😡 face_with_symbols_over_mouth 🤬 exploding_head 🤯 flushed 😳 hot_face 🥵 cold_face 🥶 scream 😱 fearful 😨 cold_sweat 😰 ' +
  'disappointed_relieved 😥 sweat 😓 hugs 🤗 thinking 🤔 thinking_face 🤔 shushing_face 🤫 neutral_face 😐 expressionless 😑 ' +
  'no_mouth 😶 grimacing 😬 roll_eyes 🙄 hushed 😯 astonished 😲 open_mouth 😮 anguished 😧 sleeping 😴 drooling_face 🤤 dizzy_face 😵 ' +
  'zipper_mouth_face 🤐 nauseated_face 🤢 mask 😷 money_mouth_face 🤑 cowboy_hat_face 🤠 smiling_imp 😈 skull 💀 ghost 👻 alien 👽 ' +
  'robot 🤖 poop 💩 clown_face 🤡 see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 wave 👋 raised_hand ✋ ok_hand 👌 v ✌️ ' +
  'crossed_fingers 🤞 point_left 👈 point_right 👉 point_up_2 👆 point_down 👇 point_up ☝️ +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 ' +
  'fist ✊ punch 👊 clap 👏 raised_hands 🙌 open_hands 👐 handshake 🤝 pray 🙏 muscle 💪 brain 🧠 eyes 👀 eye 👁️ man_shrugging 🤷‍♂️ ' +
  'woman_shrugging 🤷‍♀️ shrug 🤷 facepalm 🤦 man_facepalming 🤦‍♂️ woman_facepalming 🤦‍♀️ heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 ' +
  'blue_heart 💙 purple_heart 💜 black_heart 🖤 broken_heart 💔 two_hearts 💕 sparkling_heart 💖 100 💯 boom 💥 sweat_drops 💦 dash 💨 ' +
  'bomb 💣 speech_balloon 💬 zzz 💤 tada 🎉 confetti_ball 🎊 gift 🎁 balloon 🎈 birthday 🎂 christmas_tree 🎄 trophy 🏆 medal 🏅 star ⭐ ' +
  'star2 🌟 sparkles ✨ fire 🔥 zap ⚡ rainbow 🌈 sunny ☀️ cloud ☁️ snowflake ❄️ rocket 🚀 bulb 💡 warning ⚠️ no_entry ⛔ x ❌ ' +
  'white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ question ❓ exclamation ❗ information_source ℹ️ bell 🔔 lock 🔒 ' +
  'unlock 🔓 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ link 🔗 mag 🔍 pencil 📝 pencil2 ✏️ memo 📝 pushpin 📌 paperclip 📎 books 📚 book 📖 ' +
  'email 📧 envelope ✉️ phone ☎️ iphone 📱 computer 💻 desktop_computer 🖥️ floppy_disk 💾 camera 📷 bug 🐛 snake 🐍 penguin 🐧 dog 🐶 ' +
  'cat 🐱 beer 🍺 beers 🍻 coffee ☕ pizza 🍕 popcorn 🍿 arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ recycle ♻️ ' +
  'clock1 🕐 hourglass ⌛ calendar 📆 chart_with_upwards_trend 📈 moneybag 💰 construction 🚧 checkered_flag 🏁 globe_with_meridians 🌐';

const WORDS = NAMES.split(' ');

export const EMOJI_NAMES: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap((name, k) => (k % 2 === 0 ? [[name, WORDS[k + 1]!] as const] : [])),
);
