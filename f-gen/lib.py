import json,os
D='/work/out/f'
def add(n,url,lang,src,note,html,label='ok',status=200):
    b='%s/%02d'%(D,n)
    open(b+'.html','w',encoding='utf-8').write(html.strip()+'\n')
    json.dump({"label":label,"url":url,"status":status,"lang":lang,"source":src,"note":note},open(b+'.json','w',encoding='utf-8'),ensure_ascii=False,indent=1)
def lis(items,li='<li>',a=''):
    return ''.join('%s<a%s href="%s">%s</a></li>'%(li,a,('/'+str(i)) if not isinstance(t,tuple) else t[1],t if not isinstance(t,tuple) else t[0]) for i,t in enumerate(items))
# ---- consent bars (present, but over a full page)
def onetrust(txt,acc,rej,sett):
    return f'''<div id="onetrust-consent-sdk" data-nosnippet="true"><div class="onetrust-pc-dark-filter ot-hide ot-fade-in"></div><div id="onetrust-banner-sdk" class="otFlat bottom ot-wo-title vertical-align-content" tabindex="0" role="region" aria-label="Cookie banner"><div role="alertdialog" aria-describedby="onetrust-policy-text"><div class="ot-sdk-container"><div class="ot-sdk-row"><div id="onetrust-group-container" class="ot-sdk-eight ot-sdk-columns"><div id="onetrust-policy"><div id="onetrust-policy-text">{txt}</div></div></div><div id="onetrust-button-group-parent" class="ot-sdk-three ot-sdk-columns"><div id="onetrust-button-group"><button id="onetrust-pc-btn-handler" class="cookie-setting-link">{sett}</button> <button id="onetrust-reject-all-handler">{rej}</button> <button id="onetrust-accept-btn-handler">{acc}</button></div></div></div></div></div></div></div>'''
def complianz(txt,acc,deny,pref):
    return f'''<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-hidden banner-1 bottom-right-view-preferences optin cmplz-bottom-right cmplz-categories-type-view-preferences" aria-modal="true" data-nosnippet="true" role="dialog" aria-live="polite" aria-labelledby="cmplz-header-1-optin"><div class="cmplz-header"><div class="cmplz-title" id="cmplz-header-1-optin">Cookies</div><div class="cmplz-close" tabindex="0" role="button">×</div></div><div class="cmplz-body"><div class="cmplz-message">{txt}</div></div><div class="cmplz-buttons"><button class="cmplz-btn cmplz-accept">{acc}</button><button class="cmplz-btn cmplz-deny">{deny}</button><button class="cmplz-btn cmplz-view-preferences">{pref}</button></div></div></div>'''
def ccc(txt,ok,more='Learn more'):
    return f'''<div role="dialog" aria-live="polite" aria-label="cookieconsent" aria-describedby="cookieconsent:desc" class="cc-window cc-banner cc-type-info cc-theme-block cc-bottom"><span id="cookieconsent:desc" class="cc-message">{txt} <a aria-label="learn more about cookies" role="button" tabindex="0" class="cc-link" href="/cookies" rel="noopener noreferrer nofollow" target="_blank">{more}</a></span><div class="cc-compliance"><a aria-label="dismiss cookie message" role="button" tabindex="0" class="cc-btn cc-dismiss">{ok}</a></div></div>'''
# ---- WordPress
def wp(lang,site,title,body,nav,theme='twentytwentyone',tag='Just another WordPress site',meta='',cls='post-template-default single single-post postid-318 single-format-standard',foot='',extra='',side='',h1=True,desc=''):
    ht=f'<header class="entry-header alignwide"><h1 class="entry-title">{title}</h1></header>' if h1 else ''
    return f'''<!doctype html>
<html lang="{lang}">
<head>
<meta charset="UTF-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{title} &#8211; {site}</title>
<meta name='robots' content='max-image-preview:large' />
{('<meta name="description" content="'+desc+'" />') if desc else ''}
<link rel="alternate" type="application/rss+xml" title="{site} &raquo; Feed" href="/feed/" />
<script>
window._wpemojiSettings = {{"baseUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/15.0.3\\/72x72\\/","ext":".png","svgUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/15.0.3\\/svg\\/","svgExt":".svg"}};
</script>
<link rel='stylesheet' id='wp-block-library-css' href='/wp-includes/css/dist/block-library/style.min.css?ver=6.6.2' media='all' />
<link rel='stylesheet' id='{theme}-style-css' href='/wp-content/themes/{theme}/style.css?ver=2.3' media='all' />
<link rel="https://api.w.org/" href="/wp-json/" /><link rel="EditURI" type="application/rsd+xml" title="RSD" href="/xmlrpc.php?rsd" />
<meta name="generator" content="WordPress 6.6.2" />
</head>
<body class="{cls} wp-embed-responsive is-light-theme no-js theme-{theme}">
<div id="page" class="site">
	<a class="skip-link screen-reader-text" href="#content">Skip to content</a>
	<header id="masthead" class="site-header has-title-and-tagline has-menu">
		<div class="site-branding"><p class="site-title"><a href="/">{site}</a></p><p class="site-description">{tag}</p></div>
		<nav id="site-navigation" class="primary-navigation" aria-label="Primary menu"><div class="primary-menu-container"><ul id="primary-menu-list" class="menu-wrapper">{lis(nav,'<li class="menu-item menu-item-type-post_type menu-item-object-page">')}</ul></div></nav>
	</header>
	<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
<article id="post-318" class="post-318 post type-post status-publish format-standard hentry entry">
	{ht}
	<div class="entry-content">
{body}
	</div>
	<footer class="entry-footer default-max-width">{meta}</footer>
</article>
	</main></div></div>
	{side}
	<footer id="colophon" class="site-footer"><div class="site-info"><div class="site-name"><a href="/">{site}</a></div><div class="powered-by">{foot or 'Proudly powered by <a href="https://wordpress.org/">WordPress</a>.'}</div></div></footer>
</div>
{extra}
<script id='{theme}-primary-navigation-script-js' src='/wp-content/themes/{theme}/assets/js/primary-navigation.js?ver=2.3'></script>
</body>
</html>'''
# ---- WooCommerce storefront
def woo(lang,site,title,price,stock,desc,nav,extra='',tabs='Description',sku='4471',related=''):
    return f'''<!doctype html>
<html lang="{lang}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="profile" href="http://gmpg.org/xfn/11">
<title>{title} &#8211; {site}</title>
<link rel='stylesheet' id='woocommerce-layout-css' href='/wp-content/plugins/woocommerce/assets/css/woocommerce-layout.css?ver=9.1.2' media='all' />
<link rel='stylesheet' id='storefront-style-css' href='/wp-content/themes/storefront/style.css?ver=4.6.0' media='all' />
<meta name="generator" content="WooCommerce 9.1.2" />
<noscript><style>.woocommerce-product-gallery{{ opacity: 1 !important; }}</style></noscript>
</head>
<body class="product-template-default single single-product postid-{sku} wp-embed-responsive theme-storefront woocommerce woocommerce-page woocommerce-no-js storefront-full-width-content">
<div id="page" class="hfeed site">
<header id="masthead" class="site-header" role="banner"><div class="col-full"><div class="site-branding"><div class="beta site-title"><a href="/" rel="home">{site}</a></div></div>
<div class="site-search"><div class="widget woocommerce widget_product_search"><form role="search" method="get" class="woocommerce-product-search" action="/"><input type="search" class="search-field" name="s" /><input type="hidden" name="post_type" value="product" /></form></div></div></div>
<div class="storefront-primary-navigation"><nav id="site-navigation" class="main-navigation"><div class="menu"><ul>{lis(nav)}</ul></div></nav>
<ul id="site-header-cart" class="site-header-cart menu"><li><a class="cart-contents" href="/cart/"><span class="woocommerce-Price-amount amount">0,00</span> <span class="count">0</span></a></li></ul></div></header>
<div id="content" class="site-content" tabindex="-1"><div class="col-full"><div class="woocommerce"></div>
<div id="primary" class="content-area"><main id="main" class="site-main" role="main"><div class="woocommerce-notices-wrapper"></div>
<div id="product-{sku}" class="product type-product post-{sku} status-publish first {'outofstock' if stock[0]=='o' else 'instock'} product_cat-main has-post-thumbnail">
<div class="woocommerce-product-gallery woocommerce-product-gallery--with-images" data-columns="4"><div class="woocommerce-product-gallery__wrapper"><div class="woocommerce-product-gallery__image"><a href="/wp-content/uploads/{sku}.jpg"><img width="416" height="416" src="/wp-content/uploads/{sku}-416x416.jpg" class="wp-post-image" alt="{title}" /></a></div></div></div>
<div class="summary entry-summary"><h1 class="product_title entry-title">{title}</h1><p class="price"><span class="woocommerce-Price-amount amount"><bdi>{price}</bdi></span></p>
{stock[1:]}
<div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">{sku}</span></span></div></div>
<div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist"><li class="description_tab" id="tab-title-description"><a href="#tab-description">{tabs}</a></li></ul>
<div class="woocommerce-Tabs-panel woocommerce-Tabs-panel--description panel entry-content wc-tab" id="tab-description"><h2>{tabs}</h2>{desc}</div></div>
{related}
</div></main></div></div></div>
<footer id="colophon" class="site-footer" role="contentinfo"><div class="col-full"><div class="site-info">&copy; {site} 2026<br /><a class="privacy-policy-link" href="/privacy/">Privacy</a></div></div></footer>
</div>
{extra}
<script id="wc-single-product-js-extra">var wc_single_product_params = {{"review_rating_required":"yes"}};</script>
<script src="/wp-content/plugins/woocommerce/assets/js/frontend/single-product.min.js?ver=9.1.2" defer></script>
</body></html>'''
# ---- phpBB prosilver 3.3
def phpbb(lang,site,desc,forum,topic,posts,L):
    ps=''.join(f'''<div id="p{4400+i}" class="post has-profile bg{1+i%2}"><div class="inner">
<dl class="postprofile" id="profile{4400+i}"><dt class="no-profile-rank no-avatar"><div class="avatar-container"></div><a href="./memberlist.php?mode=viewprofile&amp;u={60+i}" class="username">{u}</a></dt><dd class="profile-posts"><strong>{L['posts']}:</strong> <a href="./search.php?author_id={60+i}&amp;sr=posts">{17+i*231}</a></dd><dd class="profile-joined"><strong>{L['joined']}:</strong> {d0}</dd></dl>
<div class="postbody"><div id="post_content{4400+i}"><h3 {'class="first"' if i==0 else ''}><a href="#p{4400+i}">{'' if i==0 else 'Re: '}{topic}</a></h3>
<p class="author"><a class="unread" href="./viewtopic.php?p={4400+i}#p{4400+i}" title="Post"><i class="icon fa-file fa-fw icon-lightgray icon-md" aria-hidden="true"></i></a> <span class="responsive-hide">{L['by']} <strong><a href="./memberlist.php?mode=viewprofile&amp;u={60+i}" class="username">{u}</a></strong> &raquo; </span><time datetime="2026-10-0{i+1}T19:12:00+00:00">{d}</time></p>
<div class="content">{t}</div></div></div>
<div class="back2top"><a href="#top" class="top" title="{L['top']}"><i class="icon fa-chevron-circle-up fa-fw icon-gray" aria-hidden="true"></i><span class="sr-only">{L['top']}</span></a></div></div></div>
<hr class="divider" />''' for i,(u,d0,d,t) in enumerate(posts))
    return f'''<!DOCTYPE html>
<html dir="ltr" lang="{lang}">
<head>
<meta charset="utf-8" />
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{topic} - {site}</title>
<!--
	phpBB style name: prosilver
	Based on style:   prosilver (this is the default phpBB3 style)
	Original author:  Tom Beddard ( http://www.subBlue.com/ )
-->
<link href="./assets/css/font-awesome.min.css?assets_version=48" rel="stylesheet">
<link href="./styles/prosilver/theme/stylesheet.css?assets_version=48" rel="stylesheet">
</head>
<body id="phpbb" class="nojs notouch section-viewtopic ltr ">
<div id="wrap" class="wrap">
	<a id="top" class="top-anchor" accesskey="t"></a>
	<div id="page-header">
		<div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="./index.php" title="{L['index']}"><span class="site_logo"></span></a><h1>{site}</h1><p>{desc}</p><p class="skiplink"><a href="#start_here">{L['skip']}</a></p></div>
		<div id="search-box" class="search-box search-header" role="search"><form action="./search.php" method="get" id="search"><fieldset><input name="keywords" id="keywords" type="search" maxlength="128" class="inputbox search tiny" size="20" value="" placeholder="{L['search']}…" /><button class="button button-search" type="submit" title="{L['search']}"><span class="sr-only">{L['search']}</span></button></fieldset></form></div></div></div>
		<div class="navbar" role="navigation"><div class="inner"><ul id="nav-main" class="nav-main linklist" role="menubar"><li data-skip-responsive="true"><a href="/app.php/help/faq" rel="help" role="menuitem"><i class="icon fa-question-circle fa-fw icon-gray"></i><span>FAQ</span></a></li><li class="rightside" data-skip-responsive="true"><a href="./ucp.php?mode=login&amp;redirect=viewtopic.php" title="{L['login']}" accesskey="x" role="menuitem"><i class="icon fa-power-off fa-fw icon-gray"></i><span>{L['login']}</span></a></li><li class="rightside" data-skip-responsive="true"><a href="./ucp.php?mode=register" role="menuitem"><i class="icon fa-pencil-square-o fa-fw icon-gray"></i><span>{L['reg']}</span></a></li></ul>
		<ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks" role="menubar"><li class="breadcrumbs"><span class="crumb"><a href="./index.php" accesskey="h"><span itemprop="name">{L['index']}</span></a></span><span class="crumb"><a href="./viewforum.php?f=7"><span itemprop="name">{forum}</span></a></span></li></ul></div></div>
	</div>
	<a id="start_here" class="anchor"></a>
	<div id="page-body" class="page-body" role="main">
<h2 class="topic-title"><a href="./viewtopic.php?t=912">{topic}</a></h2>
<div class="action-bar bar-top"><a href="./posting.php?mode=reply&amp;t=912" class="button" title="{L['reply']}"><span>{L['reply']}</span> <i class="icon fa-reply fa-fw"></i></a><div class="pagination">{len(posts)} {L['posts'].lower()} &bull; 1 / 1</div></div>
{ps}
<form id="jumpbox_form" method="post" action="./viewforum.php" class="headerspace"></form>
<div class="stat-block online-list"><h3>{L['who']}</h3><p>{L['guests']}</p></div>
	</div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="navbar" role="navigation"><div class="inner"><ul id="nav-footer" class="nav-footer linklist" role="menubar"><li class="rightside"><span title="UTC">UTC</span></li><li class="rightside"><a href="./ucp.php?mode=delete_cookies" role="menuitem"><span>{L['cookies']}</span></a></li></ul></div></div>
<div class="copyright"><p class="footer-row"><span class="footer-copyright">Powered by <a href="https://www.phpbb.com/">phpBB</a>&reg; Forum Software &copy; phpBB Limited</span></p></div></div>
</div>
<script src="./assets/javascript/jquery-3.6.0.min.js?assets_version=48"></script>
<script src="./styles/prosilver/template/forum_fn.js?assets_version=48"></script>
</body></html>'''
LEN=dict(posts='Posts',joined='Joined',by='by',top='Top',index='Board index',skip='Skip to content',search='Search',login='Login',reg='Register',reply='Post Reply',who='Who is online',guests='Users browsing this forum: No registered users and 3 guests',cookies='Delete cookies')
LDE=dict(posts='Beiträge',joined='Registriert',by='von',top='Nach oben',index='Foren-Übersicht',skip='Zum Inhalt',search='Suche',login='Anmelden',reg='Registrieren',reply='Antworten',who='Wer ist online?',guests='Mitglieder in diesem Forum: 0 Mitglieder und 2 Gäste',cookies='Alle Cookies löschen')
LPL=dict(posts='Posty',joined='Rejestracja',by='autor:',top='Na górę',index='Strona główna forum',skip='Przejdź do zawartości',search='Szukaj',login='Zaloguj się',reg='Zarejestruj się',reply='Odpowiedz',who='Kto jest online',guests='Użytkownicy przeglądający to forum: Obecnie na forum nie ma żadnego zarejestrowanego użytkownika i 4 gości',cookies='Usuń ciasteczka witryny')
# ---- Discourse crawler view
def discourse(lang,site,title,cat,posts,base,nav=('Home','Categories','Guidelines','Terms of Service','Privacy Policy')):
    ps=''.join(f'''<div id='post_{i+1}' itemprop='{'comment' if i else ''}' itemscope itemtype='http://schema.org/{'Comment' if i else 'DiscussionForumPosting'}' class='topic-body crawler-post'><div class='crawler-post-meta'><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel='nofollow' href='{base}/u/{u}'><span itemprop='name'>{u}</span></a></span><span class="crawler-post-infos"><time itemprop='datePublished' datetime='{d}T08:11:02Z' class='post-time'>{d}</time><span itemprop='position'>{i+1}</span></span></div><div class='post' itemprop='text'>{t}</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="interactionType" content="http://schema.org/LikeAction"/><meta itemprop="userInteractionCount" content="{i*2}" /></div></div>''' for i,(u,d,t) in enumerate(posts))
    return f'''<!DOCTYPE html>
<html lang="{lang}">
  <head>
    <meta charset="utf-8">
    <title>{title} - {cat} - {site}</title>
    <meta name="generator" content="Discourse 3.4.0.beta2-dev - https://github.com/discourse/discourse version 8d1c">
    <link rel="icon" type="image/png" href="/uploads/default/optimized/1X/_32.png">
    <meta name="theme-color" media="all" content="#ffffff">
    <link rel="canonical" href="{base}/t/topic/2291" />
    <link rel="search" type="application/opensearchdescription+xml" href="{base}/opensearch.xml" title="{site} Search">
    <link href="/stylesheets/desktop.css" media="all" rel="stylesheet" data-target="desktop"  />
    <meta property="og:site_name" content="{site}" /><meta property="og:type" content="website" /><meta property="og:title" content="{title}" />
  </head>
  <body class="crawler ">
    <header><a href="/"><img src="/images/logo.png" alt="{site}" id="site-logo" style="max-height: 40px;"></a></header>
    <div id="main-outlet" class="wrap" role="main">
  <div id="topic-title"><h1><a href="/t/topic/2291">{title}</a></h1><div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem"><a href="{base}/c/7" class="badge-wrapper bullet" itemprop="item"><span class='category-name' itemprop='name'>{cat}</span></a><meta itemprop="position" content="1" /></span></div></div>
  <div itemscope itemtype='http://schema.org/DiscussionForumPosting'>{ps}</div>
    </div>
    <footer class="container wrap"><nav class='crawler-nav'><ul>{''.join("<li itemscope itemtype='http://schema.org/SiteNavigationElement'><span itemprop='name'><a href='/p%d' itemprop='url'>%s</a></span></li>"%(i,x) for i,x in enumerate(nav))}</ul></nav><p class='powered-by-link'>Powered by <a href="https://www.discourse.org">Discourse</a>, best viewed with JavaScript enabled</p></footer>
  </body>
</html>'''
# ---- MediaWiki Vector legacy
def mw(lang,site,title,body,sub,cats,personal,side,foot,ns=('Page','Discussion')):
    return f'''<!DOCTYPE html>
<html class="client-nojs" lang="{lang}" dir="{'rtl' if lang in('ar','he') else 'ltr'}">
<head>
<meta charset="UTF-8"/>
<title>{title} - {site}</title>
<script>document.documentElement.className="client-js";RLCONF={{"wgCanonicalNamespace":"","wgNamespaceNumber":0,"wgPageName":"{title.replace(' ','_')}","wgIsArticle":true,"wgAction":"view","wgUserName":null}};</script>
<link rel="stylesheet" href="/load.php?lang={lang}&amp;modules=skins.vector.styles.legacy&amp;only=styles&amp;skin=vector"/>
<meta name="generator" content="MediaWiki 1.39.8"/>
<link rel="EditURI" type="application/rsd+xml" href="/api.php?action=rsd"/>
</head>
<body class="mediawiki {'rtl' if lang=='ar' else 'ltr'} sitedir-ltr mw-hide-empty-elt ns-0 ns-subject skin-vector action-view skin-vector-legacy"><div id="mw-page-base" class="noprint"></div>
<div id="mw-head-base" class="noprint"></div>
<div id="content" class="mw-body" role="main">
	<a id="top"></a>
	<div id="siteNotice"></div>
	<h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">{title}</span></h1>
	<div id="bodyContent" class="vector-body">
		<div id="siteSub" class="noprint">{sub}</div>
		<div id="contentSub"></div>
		<div id="jump-to-nav"></div>
		<div id="mw-content-text" class="mw-body-content mw-content-{'rtl' if lang=='ar' else 'ltr'}" lang="{lang}"><div class="mw-parser-output">{body}
<!-- 
NewPP limit report
Cached time: 20261102084411
CPU time usage: 0.012 seconds
-->
</div></div>
		<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks" class="mw-normal-catlinks">{cats}</div></div>
	</div>
</div>
<div id="mw-navigation"><h2>Navigation</h2><div id="mw-head"><nav id="p-personal" class="vector-menu mw-portlet mw-portlet-personal vector-user-menu-legacy"><div class="vector-menu-content"><ul class="vector-menu-content-list">{lis(personal,'<li class="mw-list-item">')}</ul></div></nav>
<div id="left-navigation"><nav id="p-namespaces" class="vector-menu vector-menu-tabs"><ul class="vector-menu-content-list">{lis(ns,'<li class="mw-list-item">')}</ul></nav></div></div>
<div id="mw-panel"><div id="p-logo" role="banner"><a class="mw-wiki-logo" href="/"></a></div><nav id="p-navigation" class="vector-menu mw-portlet vector-menu-portal portal"><div class="vector-menu-content"><ul class="vector-menu-content-list">{lis(side,'<li class="mw-list-item">')}</ul></div></nav></div></div>
<footer id="footer" class="mw-footer" role="contentinfo"><ul id="footer-info">{foot}</ul><ul id="footer-icons" class="noprint"><li id="footer-poweredbyico"><a href="https://www.mediawiki.org/"><img src="/resources/assets/poweredby_mediawiki_88x31.png" alt="Powered by MediaWiki" width="88" height="31"/></a></li></ul></footer>
<script>(RLQ=window.RLQ||[]).push(function(){{mw.config.set({{"wgBackendResponseTime":121}});}});</script>
</body></html>'''
# ---- Ghost Casper
def ghost(lang,site,title,excerpt,body,nav,author='',date='2026-09-14',rt='2 min read',sub=('Subscribe','Sign in'),cta='',more='',post=True):
    return f'''<!DOCTYPE html>
<html lang="{lang}">
<head>
    <title>{title}</title>
    <meta charset="utf-8" />
    <meta http-equiv="X-UA-Compatible" content="IE=edge" />
    <meta name="HandheldFriendly" content="True" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <link rel="stylesheet" type="text/css" href="/assets/built/screen.css?v=c7a1f2" />
    <meta name="description" content="{excerpt}" />
    <meta property="og:site_name" content="{site}" /><meta property="og:type" content="article" /><meta property="og:title" content="{title}" />
    <meta name="generator" content="Ghost 5.87" />
    <script defer src="https://cdn.jsdelivr.net/ghost/portal@~2.37/umd/portal.min.js" data-i18n="false" data-ghost="/" data-key="0f1c" data-api="/ghost/api/content/" crossorigin="anonymous"></script>
    <link rel="stylesheet" href="/public/cards.min.css?v=c7a1f2">
</head>
<body class="post-template tag-notes is-head-left-logo has-cover">
<div class="viewport">
    <header id="gh-head" class="gh-head outer"><div class="gh-head-inner inner"><div class="gh-head-brand"><a class="gh-head-logo no-image" href="/">{site}</a><button class="gh-burger" aria-label="Main Menu"></button></div>
    <nav class="gh-head-menu"><ul class="nav">{lis(nav,'<li class="nav-item">')}</ul></nav>
    <div class="gh-head-actions"><div class="gh-head-members"><a class="gh-head-link" href="#/portal/signin" data-portal="signin">{sub[1]}</a><a class="gh-head-button" href="#/portal/signup" data-portal="signup">{sub[0]}</a></div></div></div></header>
    <div class="site-content">
<main id="site-main" class="site-main">
<article class="article post tag-notes no-image">
    <header class="article-header gh-canvas"><h1 class="article-title">{title}</h1><p class="article-excerpt">{excerpt}</p>
    <div class="article-byline"><section class="article-byline-content"><div class="article-byline-meta"><h4 class="author-name"><a href="/author/x/">{author}</a></h4><div class="byline-meta-content"><time class="byline-meta-date" datetime="{date}">{date}</time> <span class="byline-reading-time"><span class="bull">&bull;</span> {rt}</span></div></div></section></div></header>
    <section class="gh-content gh-canvas">{body}</section>
</article>
</main>
{cta}
{more}
    </div>
    <footer class="site-footer outer"><div class="inner"><section class="copyright"><a href="/">{site}</a> &copy; 2026</section><nav class="site-footer-nav"></nav><div><a href="https://ghost.org/" target="_blank" rel="noopener">Powered by Ghost</a></div></div></footer>
</div>
<script src="https://code.jquery.com/jquery-3.5.1.min.js" crossorigin="anonymous"></script>
<script src="/assets/built/casper.js?v=c7a1f2"></script>
</body></html>'''
def own(lang,title,head,body,dir=''):
    return f'''<!DOCTYPE html>
<html lang="{lang}"{dir}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{head}
</head>
<body>
{body}
</body>
</html>'''
