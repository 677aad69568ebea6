/** Words of the chrome around the labelled pages, by language: what a site shows on every page, genuine or not. */
interface ChromeWords {
  readonly nav: readonly string[];
  readonly login: string;
  readonly search: string;
  readonly footer: readonly string[];
  /** Cookie notice and its buttons. */
  readonly cookies: readonly [notice: string, accept: string, reject: string];
}

/** In the order: home, news, products, about; log in; search; imprint or terms, privacy, contact; cookie notice. */
export const CHROME: Readonly<Record<string, ChromeWords>> = {
  en: {
    nav: ['Home', 'News', 'Products', 'About us'],
    login: 'Log in',
    search: 'Search',
    footer: ['Terms of use', 'Privacy', 'Contact'],
    cookies: ['We use cookies to improve your experience on this site.', 'Accept all', 'Reject all'],
  },
  de: {
    nav: ['Startseite', 'Aktuelles', 'Produkte', 'Über uns'],
    login: 'Anmelden',
    search: 'Suche',
    footer: ['Impressum', 'Datenschutz', 'Kontakt'],
    cookies: ['Wir verwenden Cookies, um unsere Website zu verbessern.', 'Alle akzeptieren', 'Ablehnen'],
  },
  fr: {
    nav: ['Accueil', 'Actualités', 'Produits', 'À propos'],
    login: 'Se connecter',
    search: 'Rechercher',
    footer: ['Mentions légales', 'Confidentialité', 'Contact'],
    cookies: ['Nous utilisons des cookies pour améliorer votre expérience.', 'Tout accepter', 'Tout refuser'],
  },
  es: {
    nav: ['Inicio', 'Noticias', 'Productos', 'Quiénes somos'],
    login: 'Iniciar sesión',
    search: 'Buscar',
    footer: ['Aviso legal', 'Privacidad', 'Contacto'],
    cookies: ['Utilizamos cookies para mejorar su experiencia.', 'Aceptar todo', 'Rechazar'],
  },
  pt: {
    nav: ['Início', 'Notícias', 'Produtos', 'Sobre nós'],
    login: 'Entrar',
    search: 'Buscar',
    footer: ['Termos de uso', 'Privacidade', 'Contato'],
    cookies: ['Usamos cookies para melhorar a sua experiência.', 'Aceitar todos', 'Recusar'],
  },
  it: {
    nav: ['Home', 'Notizie', 'Prodotti', 'Chi siamo'],
    login: 'Accedi',
    search: 'Cerca',
    footer: ['Note legali', 'Privacy', 'Contatti'],
    cookies: ['Utilizziamo i cookie per migliorare la tua esperienza.', 'Accetta tutti', 'Rifiuta'],
  },
  nl: {
    nav: ['Home', 'Nieuws', 'Producten', 'Over ons'],
    login: 'Inloggen',
    search: 'Zoeken',
    footer: ['Voorwaarden', 'Privacy', 'Contact'],
    cookies: ['Wij gebruiken cookies om de site te verbeteren.', 'Alles accepteren', 'Weigeren'],
  },
  pl: {
    nav: ['Strona główna', 'Aktualności', 'Produkty', 'O nas'],
    login: 'Zaloguj się',
    search: 'Szukaj',
    footer: ['Regulamin', 'Prywatność', 'Kontakt'],
    cookies: ['Używamy plików cookie, aby ulepszyć serwis.', 'Akceptuj wszystkie', 'Odrzuć'],
  },
  ru: {
    nav: ['Главная', 'Новости', 'Товары', 'О нас'],
    login: 'Войти',
    search: 'Поиск',
    footer: ['Условия', 'Конфиденциальность', 'Контакты'],
    cookies: ['Мы используем файлы cookie, чтобы улучшить сайт.', 'Принять все', 'Отклонить'],
  },
  uk: {
    nav: ['Головна', 'Новини', 'Товари', 'Про нас'],
    login: 'Увійти',
    search: 'Пошук',
    footer: ['Умови', 'Конфіденційність', 'Контакти'],
    cookies: ['Ми використовуємо файли cookie, щоб покращити сайт.', 'Прийняти всі', 'Відхилити'],
  },
  tr: {
    nav: ['Ana sayfa', 'Haberler', 'Ürünler', 'Hakkımızda'],
    login: 'Giriş yap',
    search: 'Ara',
    footer: ['Koşullar', 'Gizlilik', 'İletişim'],
    cookies: ['Deneyiminizi iyileştirmek için çerez kullanıyoruz.', 'Tümünü kabul et', 'Reddet'],
  },
  ar: {
    nav: ['الرئيسية', 'الأخبار', 'المنتجات', 'من نحن'],
    login: 'تسجيل الدخول',
    search: 'بحث',
    footer: ['الشروط', 'الخصوصية', 'اتصل بنا'],
    cookies: ['نستخدم ملفات تعريف الارتباط لتحسين تجربتك.', 'قبول الكل', 'رفض'],
  },
  hi: {
    nav: ['होम', 'समाचार', 'उत्पाद', 'हमारे बारे में'],
    login: 'लॉग इन',
    search: 'खोजें',
    footer: ['नियम', 'गोपनीयता', 'संपर्क'],
    cookies: ['हम आपका अनुभव बेहतर बनाने के लिए कुकीज़ का उपयोग करते हैं।', 'सभी स्वीकार करें', 'अस्वीकार करें'],
  },
  'zh-hans': {
    nav: ['首页', '新闻', '产品', '关于我们'],
    login: '登录',
    search: '搜索',
    footer: ['使用条款', '隐私政策', '联系我们'],
    cookies: ['我们使用 Cookie 来改善您的体验。', '全部接受', '拒绝'],
  },
  'zh-hant': {
    nav: ['首頁', '新聞', '產品', '關於我們'],
    login: '登入',
    search: '搜尋',
    footer: ['使用條款', '隱私權', '聯絡我們'],
    cookies: ['我們使用 Cookie 來改善您的體驗。', '全部接受', '拒絕'],
  },
  ja: {
    nav: ['ホーム', 'ニュース', '製品', '会社概要'],
    login: 'ログイン',
    search: '検索',
    footer: ['利用規約', 'プライバシー', 'お問い合わせ'],
    cookies: ['当サイトでは利便性向上のためCookieを使用しています。', 'すべて許可', '拒否'],
  },
  ko: {
    nav: ['홈', '뉴스', '제품', '회사 소개'],
    login: '로그인',
    search: '검색',
    footer: ['이용약관', '개인정보처리방침', '문의하기'],
    cookies: ['더 나은 경험을 위해 쿠키를 사용합니다.', '모두 허용', '거부'],
  },
  vi: {
    nav: ['Trang chủ', 'Tin tức', 'Sản phẩm', 'Giới thiệu'],
    login: 'Đăng nhập',
    search: 'Tìm kiếm',
    footer: ['Điều khoản', 'Quyền riêng tư', 'Liên hệ'],
    cookies: ['Chúng tôi sử dụng cookie để cải thiện trải nghiệm của bạn.', 'Chấp nhận tất cả', 'Từ chối'],
  },
  id: {
    nav: ['Beranda', 'Berita', 'Produk', 'Tentang kami'],
    login: 'Masuk',
    search: 'Cari',
    footer: ['Ketentuan', 'Privasi', 'Kontak'],
    cookies: ['Kami menggunakan cookie untuk meningkatkan pengalaman Anda.', 'Terima semua', 'Tolak'],
  },
};
